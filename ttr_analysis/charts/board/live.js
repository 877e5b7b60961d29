// Boards that change: shared by the board to click, the replay widget and the replay page. No imports, no network.

const SVG = "http://www.w3.org/2000/svg";

// Return an element with attributes, functions as listeners, and children (texts are never read as HTML).
function make(tag, attributes = {}, ...children) {
  const drawn = ["svg", "g", "path", "circle", "line", "text", "title", "rect", "polyline", "polygon"].includes(tag);
  const element = drawn ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

// Return a text with its {names} filled in.
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

// Return a board: its element, its tracks and its cities by number.
function makeBoard(drawing) {
  const holder = make("div", { class: "ttr-board" });
  holder.innerHTML = drawing; // our own drawing, in which all names are escaped
  const byNumber = (name) => {
    const parts = new Map();
    for (const part of holder.querySelectorAll(`.${name}`)) {
      parts.set(Number(part.dataset[name]), part);
      part.dataset.label = part.getAttribute("aria-label");
    }
    return parts;
  };
  return { holder, svg: holder.querySelector("svg"), tracks: byNumber("track"), cities: byNumber("city") };
}

// Say what a part of the board is, for readers of the screen and as a tooltip.
function nameIt(part, state) {
  const label = state ? `${part.dataset.label}: ${state}` : part.dataset.label;
  if (part.getAttribute("aria-label") === label) return;
  part.setAttribute("aria-label", label);
  part.querySelector("title").textContent = label;
}

// Paint a track as owned by a seat (a number from 0), as "closed", or (null) as printed.
function paintTrack(part, owner, seats, words) {
  const shown = owner === null ? "" : String(owner);
  if (part.dataset.owner === shown) return;
  part.dataset.owner = shown;
  part.classList.toggle("closed", owner === "closed");
  const owned = typeof owner === "number";
  part.classList.toggle("owned", owned);
  for (const space of part.querySelectorAll(".spaces path")) {
    space.style.fill = owned ? seats[owner].color : "";
  }
  part.querySelector(".symbols").style.display = owner === null ? "" : "none";
  for (const mark of part.querySelectorAll(".owners text")) {
    mark.textContent = owned ? owner + 1 : owner === "closed" ? "×" : "";
  }
  nameIt(part, owned ? seats[owner].name : owner === "closed" ? words.closed : "");
}

const BUILDINGS = { station: "M-8 7V-2L0 -10L8 -2V7Z", harbour: "M-10 1H10L6 9H-6ZM-2 -1V-11L8 -1Z" };

// Show the buildings of a city: pairs of kind and seat.
function paintCity(part, buildings, seats, words) {
  const shown = JSON.stringify(buildings);
  if (part.dataset.shown === shown) return;
  part.dataset.shown = shown;
  const drawn = buildings.map(([kind, seat], place) =>
    make("g", { transform: `translate(${18 * place} 0)` },
      make("path", { d: BUILDINGS[kind], fill: seats[seat].color, stroke: "#2b2620", "stroke-width": 1.6 }),
      make("text", { y: 3, dy: "0.35em", class: "number" }, String(seat + 1))));
  part.querySelector(".building").replaceChildren(...drawn);
  nameIt(part, buildings.map(([kind, seat]) => `${words[kind]}, ${seats[seat].name}`).join("; "));
}

// Return a card, with a number in front if one is given.
function makeCard(card, number = null) {
  const style = `background:${card.fill};color:${card.mark};border-color:${card.rim}`;
  return make("span", { class: "card", style }, number === null ? card.name : `${number} ${card.name}`);
}

// Follow the page: light or dark, as what is behind the element is.
function followPage(root) {
  const dark = () => {
    for (let element = root.parentElement; element; element = element.parentElement) {
      const parts = getComputedStyle(element).backgroundColor.match(/[\d.]+/g).map(Number);
      if (parts.length < 4 || parts[3] > 0.5) return 0.3 * parts[0] + 0.6 * parts[1] + 0.1 * parts[2] < 110;
    }
    return false;
  };
  const follow = () => root.classList.toggle("dark", dark());
  requestAnimationFrame(follow);
  const watcher = new MutationObserver(follow);
  watcher.observe(document.body, { attributes: true, attributeFilter: ["class", "style", "data-jp-theme-light"] });
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", follow);
  return () => {
    watcher.disconnect();
    query.removeEventListener("change", follow);
  };
}
