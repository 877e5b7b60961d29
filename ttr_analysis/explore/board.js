// The board to click: shows a state, and sends edits; Python makes the next state of them. Needs charts/board/live.js.

function render({ model, el }) {
  let stop = show({ model, el });
  const again = () => {  // in another language, whose menu keeps the focus
    stop();
    stop = show({ model, el });
    el.querySelector("[data-key=language]").focus({ preventScroll: true });
  };
  model.on("change:_facts", again);
  return () => { model.off("change:_facts", again); stop(); };
}

function show({ model, el }) {
  const facts = model.get("_facts");
  const { words } = facts;
  const board = makeBoard(model.get("_drawing"));
  const brush = { owner: 0, building: Object.keys(facts.buildings)[0] };
  const send = (edit) => model.send(edit);
  const state = () => model.get("_state");
  const bar = make("div", { class: "bar", role: "radiogroup", "aria-label": words.gives });
  const panel = make("div", { class: "side" });
  const problem = make("p", { class: "problem", role: "alert" });

  // ---- what a click gives ----

  const choices = () => [...facts.seats.slice(0, state().players).map((seat, number) => [number, seat.name, seat.color]),
    ["closed", words.closed, "#8d877c"], [null, words.nobody, "transparent"]];

  function drawBar() {
    const options = choices().map(([owner, name, color]) => make("button", {
      type: "button", role: "radio", "aria-checked": String(brush.owner === owner), "data-key": `owner ${owner}`,
      click: () => { brush.owner = owner; drawAll(); },
    }, make("span", { class: "swatch", style: `background:${color}` }), name));
    const kinds = Object.keys(facts.buildings);
    const built = kinds.length < 2 ? [] : [make("label", {}, words.builds, select("building", brush.building,
      kinds.map((kind) => [kind, words[kind]]), (kind) => { brush.building = kind; }))];
    const spoken = make("label", {}, words.language, select("language", facts.language, facts.languages,
      (language) => send({ edit: "language", language })));
    bar.replaceChildren(make("span", { class: "small" }, `${words.gives}:`), ...options, ...built,
      make("button", { type: "button", "data-key": "clear", click: () => send({ edit: "clear" }) }, words.clear), spoken);
  }

  function giveTrack(number, owner) {
    send({ edit: "track", track: number, owner: same(ownerOf(number), owner) ? null : owner });
  }

  function giveCity(number, owner) {
    const kind = Object.keys(facts.buildings).length > 1 ? brush.building : Object.keys(facts.buildings)[0];
    if (!kind || !facts.buildings[kind].includes(number)) return;
    const now = state()[`${kind}s`][number] ?? null;
    send({ edit: "building", building: kind, city: number, owner: typeof owner === "number" && now !== owner ? owner : null });
  }

  const same = (one, other) => one === other;
  const ownerOf = (number) => (state().closed.includes(number) ? "closed" : state().owners[number] ?? null);
  const give = ({ name, number }, owner) => (name === "track" ? giveTrack(number, owner) : giveCity(number, owner));

  // ---- the board: one stop of the tab key, arrow keys move on it ----

  const sites = new Set(Object.values(facts.buildings).flat());
  const places = [
    ...[...board.tracks].map(([number, part]) => ({ name: "track", number, part })),
    ...[...board.cities].filter(([number]) => sites.has(number)).map(([number, part]) => ({ name: "city", number, part }))];
  for (const [number, part] of board.cities) if (!sites.has(number)) part.style.pointerEvents = "none";
  for (const place of places) {
    place.part.setAttribute("role", "button");
    place.part.setAttribute("tabindex", place === places[0] ? 0 : -1);
    place.part.addEventListener("click", () => { stopAt(place); give(place, brush.owner); });
    place.part.addEventListener("keydown", (event) => press(event, place));
  }

  function stopAt(place) {
    for (const other of places) other.part.setAttribute("tabindex", other === place ? 0 : -1);
    place.part.focus({ preventScroll: true });
  }

  function middle(place) {
    if (!place.at) {
      const box = place.part.querySelector(".hit").getBBox();
      const moved = place.part.transform.baseVal.consolidate();
      place.at = [box.x + box.width / 2 + (moved ? moved.matrix.e : 0), box.y + box.height / 2 + (moved ? moved.matrix.f : 0)];
    }
    return place.at;
  }

  const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function neighbour(place, [dx, dy]) {
    const [x, y] = middle(place);
    let best = place, least = Infinity;
    for (const other of places) {
      const [u, v] = middle(other);
      const ahead = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy + (v - y) * dx);
      if (ahead > 0.5 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
    }
    return best;
  }

  function press(event, place) {
    const digit = Number(event.key) - 1;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key in STEPS) stopAt(neighbour(place, STEPS[event.key]));
    else if (event.key === "Enter" || event.key === " ") give(place, brush.owner);
    else if (digit >= 0 && digit < state().players) give(place, digit);
    else if (event.key.toLowerCase() === "c" && place.name === "track") give(place, "closed");
    else if (event.key === "Delete" || event.key === "Backspace") give(place, null);
    else return;
    event.preventDefault();
    event.stopPropagation(); // the notebook has keys of its own
  }

  function drawBoard() {
    for (const [number, part] of board.tracks) paintTrack(part, ownerOf(number), facts.seats, words);
    for (const [number, part] of board.cities) {
      const built = ["station", "harbour"].filter((kind) => number in state()[`${kind}s`]);
      paintCity(part, built.map((kind) => [kind, state()[`${kind}s`][number]]), facts.seats, words);
    }
  }

  // ---- the panel ----

  function select(key, value, options, chosen, name = null) {
    const menu = make("select", { "data-key": key, "aria-label": name, change: () => chosen(options[menu.selectedIndex][0]) },
      ...options.map(([each, text]) => make("option", { selected: each === value }, text)));
    return menu;
  }

  function number(key, value, least, name, chosen) {
    const box = make("input", { type: "number", min: least, value: value ?? "", "data-key": key, "aria-label": name,
      change: () => chosen(box.value === "" ? null : Math.max(least, Math.round(Number(box.value)))) });
    return box;
  }

  function drawPanel() {
    const now = state();
    const seats = facts.seats.slice(0, now.players);
    const [fewest, most] = facts.players;
    const counts = Array.from({ length: most - fewest + 1 }, (_, i) => [fewest + i, String(fewest + i)]);
    const market = now.market.length === 0 ? [] : [make("h3", {}, words.market), make("div", { class: "market" }, ...now.market.map((kind, slot) =>
      select(`slot ${slot}`, kind, [[null, words.from_deck], ...facts.cards.map((card, each) => [each, card.name])],
        (card) => send({ edit: "market", slot, card }), fill(words.slot, { slot: slot + 1 }))))];
    panel.replaceChildren(
      make("div", { class: "bar" },
        make("label", {}, words.players, select("players", now.players, counts, (players) => send({ edit: "players", players }))),
        make("label", {}, words.to_move, select("seat", now.seat, seats.map((seat, each) => [each, seat.name]), (seat) => send({ edit: "seat", seat }))),
        make("span", { class: "small" }, fill(words.turn, { turn: now.turn })),
        make("label", {}, words.turns_left, number("left", now.turnsLeft, 1, words.turns_left, (left) => send({ edit: "turns_left", number: left })))),
      ...market, ...seats.map((seat, each) => drawSeat(now, seat, each)));
  }

  const opened = new Set([0]);
  const longest = Math.max(...facts.cards.map((card) => card.name.length));

  function drawSeat(now, seat, each) {
    const held = Object.values(now.hands[each]).reduce((sum, many) => sum + many, 0);
    const cards = facts.cards.map((card, kind) => make("label", {}, makeCard(card),
      number(`card ${each} ${kind}`, now.hands[each][kind] ?? 0, 0, fill(words.number_of, { card: card.name, name: seat.name }),
        (many) => send({ edit: "hand", seat: each, card: kind, number: many ?? 0 }))));
    const tickets = now.tickets[each].map((ticket) => make("div", {}, make("button", { type: "button", class: "remove",
      "data-key": `ticket ${ticket}`, "aria-label": fill(words.take_back, { ticket: facts.tickets[ticket], name: seat.name }),
      click: () => send({ edit: "ticket", ticket, owner: null }) }, "×"), ` ${facts.tickets[ticket]}`));
    const taken = now.tickets.flat();
    const free = facts.tickets.map((name, ticket) => [ticket, name]).filter(([ticket]) => !taken.includes(ticket));
    const add = select(`add ${each}`, null, [[null, words.add_ticket], ...free],
      (ticket) => ticket !== null && send({ edit: "ticket", ticket, owner: each }), fill(words.add_for, { name: seat.name }));
    return make("details", { class: "seat", style: `border-color:${seat.color}`, open: opened.has(each),
      toggle: (event) => (event.target.open ? opened.add(each) : opened.delete(each)) },
      make("summary", { "data-key": `seat ${each}` }, make("b", {}, seat.name),
        make("span", { class: "small" }, ` ${fill(words.held, { cards: held, tickets: now.tickets[each].length })}`)),
      make("div", { class: "cards", style: `--room:${90 + 8 * longest}px` }, ...cards), make("h3", {}, words.tickets), ...tickets, add);
  }

  // ---- drawing, with the focus where it was ----

  function drawAll() {
    const key = el.ownerDocument.activeElement?.dataset?.key;
    if (typeof brush.owner === "number" && brush.owner >= state().players) brush.owner = 0;
    drawBar();
    drawBoard();
    drawPanel();
    problem.textContent = model.get("_problem");
    if (key) [...el.querySelectorAll("[data-key]")].find((part) => part.dataset.key === key)?.focus({ preventScroll: true });
  }

  const tell = () => { problem.textContent = model.get("_problem"); };
  el.classList.add("ttr", "ttr-position");
  const stop = followPage(el);
  const caption = make("p", { class: "caption" }, `${facts.caption} ${words.help}`);
  el.replaceChildren(bar, make("div", { class: "stage" }, make("div", {}, board.holder, problem, caption), panel));
  drawAll();
  model.on("change:_state", drawAll);
  model.on("change:_problem", tell);
  return () => {
    model.off("change:_state", drawAll);
    model.off("change:_problem", tell);
    stop();
  };
}

export default { render };
