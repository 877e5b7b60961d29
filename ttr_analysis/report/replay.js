// The replay viewer: draws the frames of one game. Needs charts/board/live.js.

// Show a game in an element; returns what moves it: {go, step, remove}. `told` is called with the step after each move.
function showReplay(root, game, told = () => {}) {
  const { words, seats, frames } = game;
  const last = frames.length - 1;
  const state = { step: 0, viewer: -1, board: makeBoard(game.svg), wanted: [] };
  const turns = game.costs.filter((cost) => cost.blunder).map((cost) => cost.step);
  const button = (sign, name, to) => make("button", { type: "button", title: name, "aria-label": name, click: () => go(to()) }, sign);
  const first = button("|◀", words.first, () => 0);
  const back = button("◀", words.back, () => state.step - 1);
  const on = button("▶", words.on, () => state.step + 1);
  const end = button("▶|", words.last, () => last);
  const slider = make("input", { type: "range", min: 0, max: last, value: 0, "aria-label": words.step, class: "steps",
    input: () => go(Number(slider.value)) });
  const count = make("span", { class: "small count", "aria-live": "polite" });
  const viewer = make("select", { "aria-label": words.view, change: () => { state.viewer = Number(viewer.value); draw(); } },
    make("option", { value: -1 }, words.open),
    ...seats.map((seat, number) => make("option", { value: number }, fill(words.as_seen_by, { name: seat.name }))));
  const jumps = turns.length === 0 ? [] : [
    button(words.blunder_before, words.blunder_before, () => turns.filter((step) => step < state.step).at(-1) ?? state.step),
    button(words.blunder_after, words.blunder_after, () => turns.find((step) => step > state.step) ?? state.step)];
  const happened = make("div", { class: "happened", "aria-live": "polite" });
  const table = make("div", { class: "table" });
  const hands = make("div", { class: "hands" });
  const curve = makeCurve(game, go);

  function go(step) {
    state.step = Math.max(0, Math.min(last, step));
    draw();
    told(state.step);
  }

  function draw() {
    const frame = frames[state.step];
    slider.value = state.step;
    count.textContent = fill(words.of, { step: state.step, last, when: frame.turn ? fill(words.in_turn, frame) : words.in_set_up });
    const used = root.ownerDocument.activeElement;
    first.disabled = back.disabled = state.step === 0;
    on.disabled = end.disabled = state.step === last;
    if (used?.disabled) root.focus({ preventScroll: true }); // else the keys would reach nothing
    drawBoard(state.board, game, frame);
    mark(state.wanted);
    happened.replaceChildren(...tellFrame(game, state.step, state.viewer));
    table.replaceChildren(...tellTable(game, frame));
    hands.replaceChildren(...seats.map((seat, number) => tellSeat(game, frame, number, state.viewer, mark)));
    curve.at(state.step);
  }

  function mark(tracks) {
    state.wanted = tracks;
    for (const [number, part] of state.board.tracks) part.classList.toggle("wanted", tracks.includes(number));
  }

  const keys = { ArrowLeft: () => state.step - 1, ArrowRight: () => state.step + 1, Home: () => 0, End: () => last,
    PageUp: () => state.step - 10, PageDown: () => state.step + 10 };
  function press(event) {
    if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    event.preventDefault();
    event.stopPropagation();
    go(keys[event.key]());
  }

  root.classList.add("ttr", "ttr-replay");
  root.tabIndex = 0;
  root.setAttribute("role", "region");
  root.setAttribute("aria-label", game.title);
  root.addEventListener("keydown", press);
  const stop = followPage(root);
  root.replaceChildren(
    make("div", { class: "bar" }, first, back, on, end, slider, count, make("label", {}, words.view, viewer), ...jumps),
    make("div", { class: "stage" }, state.board.holder, make("div", { class: "side" }, happened, table, hands)),
    curve.element, make("p", { class: "caption" }, game.caption));
  draw();
  return { go, step: () => state.step, remove: () => { root.removeEventListener("keydown", press); stop(); } };
}

function drawBoard(board, game, frame) {
  for (const [number, part] of board.tracks) {
    paintTrack(part, frame.owners[number] ?? null, game.seats, game.words);
    part.classList.toggle("fresh", number === frame.track);
  }
  for (const [number, part] of board.cities) {
    const built = ["station", "harbour"].filter((kind) => number in frame[`${kind}s`]);
    paintCity(part, built.map((kind) => [kind, frame[`${kind}s`][number]]), game.seats, game.words);
  }
}

// What was decided, what followed, why, and what it cost.
function tellFrame(game, step, viewer) {
  const { words, seats } = game;
  const frame = game.frames[step];
  if (frame.seat < 0) {
    const begun = frame.turn > 0;
    return [make("h3", {}, begun ? fill(words.turn, frame) : words.set_up), make("p", {}, begun ? words.begun : words.dealt),
      ...tellLuck(game, step)];
  }
  const open = viewer < 0 || frame.to_move < 0;
  const several = frame.told.some(([seat]) => seat >= 0 && seat !== frame.seat);
  const lines = frame.told.map(([seat, text, hidden], place) => {
    const who = several && place > 0 && seat >= 0 ? `${seats[seat].name}: ` : "";
    return who + (open || seat === viewer || !hidden ? text : hidden);
  });
  const [made, ...others] = lines;
  const told = [
    make("div", { class: "seat", style: `border-color:${seats[frame.seat].color}` },
      make("div", { class: "small" }, `${frame.turn ? fill(words.turn, frame) : words.set_up} · ${seats[frame.seat].name}`), make("b", {}, made),
      ...shorter(others, words).map((line) => make("div", {}, line)),
      frame.explanation && (open || frame.seat === viewer) ? make("p", { class: "small why" }, `${words.why}: ${frame.explanation}`) : null)];
  const cost = game.costs.find((each) => each.step === step);
  if (cost) told.push(tellCost(cost, words));
  return [...told, ...tellLuck(game, step)];
}

// What chance brought the players at a step, and up to it.
function tellLuck(game, step) {
  const { words, seats } = game;
  const luck = game.luck[step];
  if (!luck) return [];
  const line = (name, rows) => make("p", { class: "small luck" }, `${name}: `,
    rows.map(([seat, text]) => `${seats[seat].name} ${text}`).join("; "));
  return [...luck.terms.map(([kind, rows]) => line(fill(words.luck, { kind }), rows)), line(words.luck_so_far, luck.so_far)];
}

// Keep long lists of consequences short.
function shorter(lines, words) {
  return lines.length <= 9 ? lines : [...lines.slice(0, 8), fill(words.more, { number: lines.length - 8 })];
}

function tellCost(cost, words) {
  const values = Object.fromEntries(["before", "made", "best", "cost"].map((name) => [name, cost.told[name]]));
  const text = fill(cost.blunder ? words.blunder : words.cost, values);
  return make("p", { class: cost.blunder ? "problem" : "small" }, text, cost.better ? ` ${fill(words.better, cost)}` : "");
}

function tellTable(game, frame) {
  const { words, cards } = game;
  const market = frame.market.map((kind) => (kind === null ? make("span", { class: "small" }, `${words.gap} `) : makeCard(cards[kind])));
  const decks = frame.decks.map((left, number) => fill(words.deck, { name: game.decks[number], left })).join(", ");
  const more = frame.tickets_left === null ? "" : fill(words.rest, { discards: frame.discards, tickets: frame.tickets_left });
  const told = market.length ? [make("h3", {}, words.market), make("div", {}, ...market)] : [];
  if (frame.tunnel.length) told.push(make("h3", {}, words.turned_up), make("div", {}, ...frame.tunnel.map((kind) => makeCard(cards[kind]))));
  return [...told, make("p", { class: "small" }, `${decks}; ${more}`)];
}

// A seat: points, pieces, cards and tickets, as far as the viewer may see them.
function tellSeat(game, frame, number, viewer, mark) {
  const { words, cards, seats } = game;
  const open = viewer < 0 || viewer === number || frame.to_move < 0;
  const hand = Object.entries(frame.hands[number]);
  const total = hand.reduce((sum, [, many]) => sum + many, 0);
  const pieces = frame.pieces[number].map((many, kind) => `${many} ${game.pieces[kind]}`).join(", ");
  const over = frame.to_move < 0;
  const points = over || game.scoring ? fill(over ? words.score : words.points,
    { points: frame.points[number], unit: frame.points[number] === 1 ? words.one_point : words.many_points }) : "";
  const moves = frame.to_move === number ? ` · ${words.to_move}` : "";
  const own = frame.tickets[number];
  const shown = own.filter(([, , , lies_open]) => open || lies_open);
  const hidden = own.length - shown.length;
  const offered = frame.offered[number] ?? [];
  return make("div", { class: "seat", style: `border-color:${seats[number].color}` },
    make("div", {}, make("b", {}, seats[number].name), ` ${points}`, make("span", { class: "small" }, ` ${pieces}${moves}`)),
    make("div", {}, open ? hand.map(([kind, many]) => makeCard(cards[kind], many)) : fill(words.cards, { number: total }),
      open && total === 0 ? make("span", { class: "small" }, words.no_cards) : null),
    ...shown.map((ticket) => tellTicket(game, ticket, mark)),
    ...frame.bonus[number].map((bonus) => make("div", {}, `✓ ${game.bonus[bonus]}`)),
    hidden ? make("div", {}, fill(words.tickets, { number: hidden })) : null,
    offered.length ? make("div", { class: "small" },
      open ? `${words.offered}: ${offered.map((ticket) => ticketName(game, ticket)).join("; ")}` : fill(words.offers, { number: offered.length })) : null);
}

const ticketName = (game, ticket) => `${game.tickets[ticket].name} (${game.tickets[ticket].points})`;

// A ticket with what is missing; pointing at it, or reaching it with tab, marks the tracks on the board.
function tellTicket(game, [ticket, trains, tracks], mark) {
  const { words } = game;
  const state = trains === 0 ? words.made : trains === null ? words.cut_off : fill(words.missing, { trains, unit: game.units[trains === 1 ? 0 : 1] });
  const sign = trains === 0 ? "✓" : trains === null ? "✗" : "○";
  const hint = tracks.map((track) => game.tracks[track]).join(", ");
  const pointed = { mouseenter: () => mark(tracks), mouseleave: () => mark([]), focus: () => mark(tracks), blur: () => mark([]) };
  const reach = tracks.length ? { tabindex: 0, title: hint, "aria-label": `${ticketName(game, ticket)}: ${state}: ${hint}`, ...pointed } : {};
  return make("div", { class: "ticket", ...reach }, `${sign} ${ticketName(game, ticket)} `, make("span", { class: "small" }, state));
}

// The curve of values over the steps, with the step shown and blunders; empty without costs.
function makeCurve(game, go) {
  const { costs, seats, words, frames } = game;
  if (!costs.length) return { element: make("div"), at: () => {} };
  const [width, height, left, right, top, bottom] = [1000, 200, 52, 12, 12, 34];
  const last = Math.max(1, frames.length - 1);
  const [low, high] = game.scale;
  const x = (step) => left + ((width - left - right) * step) / last;
  const y = (value) => top + ((height - top - bottom) * (high - value)) / (high - low || 1);
  const parts = game.ticks.flatMap(([value, text]) => [
    make("line", { x1: left, x2: width - right, y1: y(value), y2: y(value), class: "grid" }),
    make("text", { x: left - 6, y: y(value), dy: "0.35em", "text-anchor": "end" }, text)]);
  for (const [number, seat] of seats.entries()) {
    const own = costs.filter((cost) => cost.seat === number);
    const band = own.filter((cost) => cost.range);
    if (band.length > 1) {
      const outline = [...band.map((c) => `${x(c.step)},${y(c.range[0])}`), ...band.toReversed().map((c) => `${x(c.step)},${y(c.range[1])}`)];
      parts.push(make("polygon", { points: outline.join(" "), fill: seat.color, opacity: 0.18 }));
    }
    parts.push(make("polyline", { points: own.map((c) => `${x(c.step)},${y(c.before)}`).join(" "), stroke: seat.color, class: "values" }));
  }
  for (const cost of costs.filter((each) => each.blunder)) {
    parts.push(make("circle", { cx: x(cost.step), cy: y(cost.before), r: 6, fill: seats[cost.seat].color, class: "mistake" },
      make("title", {}, fill(words.blunder, cost.told))));
  }
  for (const cost of costs.filter((each) => each.turning)) {
    const [u, v] = [x(cost.step), y(cost.before)];
    parts.push(make("polygon", { points: `${u},${v - 8} ${u + 8},${v} ${u},${v + 8} ${u - 8},${v}`, class: "turn", stroke: seats[cost.seat].color },
      make("title", {}, fill(words.turning, cost.told))));
  }
  const now = make("line", { y1: top, y2: height - bottom, class: "now" });
  const before = seats.map((_, number) => seats.slice(0, number).reduce((sum, seat) => sum + 45 + 9 * seat.name.length, left));
  const names = seats.map((seat, number) => make("text", { x: before[number], y: height - 6, style: `fill:${seat.color}`, class: "name" }, `— ${seat.name}`));
  const marks = [costs.some((cost) => cost.blunder) ? words.blunder_mark : "", costs.some((cost) => cost.turning) ? words.turning_mark : "", words.steps];
  const axis = make("text", { x: width - right, y: height - 6, "text-anchor": "end" }, marks.filter(Boolean).join(",  "));
  const element = make("div", { class: "curve" }, make("h3", {}, game.measure),
    make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": game.measure,
      click: (event) => {
        const box = event.currentTarget.getBoundingClientRect();
        go(Math.round((((event.clientX - box.left) / box.width) * width - left) / (width - left - right) * last));
      } }, ...parts, now, ...names, axis));
  return { element, at: (step) => { now.setAttribute("x1", x(step)); now.setAttribute("x2", x(step)); } };
}
