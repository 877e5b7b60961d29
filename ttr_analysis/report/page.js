// Each chart in the look that fits the window and the reader's colours; paper gets the light one at its own width.
const dark = matchMedia("(prefers-color-scheme: dark)"), paper = matchMedia("print");
const config = JSON.parse(document.getElementById("config").textContent);
if (matchMedia("(hover: none)").matches) config.displayModeBar = false; // its buttons would lie on the charts
const shown = [...document.querySelectorAll(".chart")].map(box => ({
  box,
  plot: box.firstElementChild,
  told: JSON.parse(document.getElementById(`data-${box.firstElementChild.id}`).textContent),
}));

// What a look changes: an object names the parts that differ, an array of one replaces all.
function merged(old, change) {
  if (Array.isArray(change)) return change[0];
  const made = Array.isArray(old) ? old.slice() : { ...old };
  for (const key of Object.keys(change)) made[key] = merged(made[key], change[key]);
  return made;
}

function look(told, width, on_paper) {
  const { views, fixed, base } = told, widest = views[views.length - 1];
  // Charts that can be stretched are, but not on phones.
  const fits = views.filter(view => fixed ? view.width <= width : view === views[0] || width >= 540);
  const view = on_paper ? widest : fits.length ? fits[fits.length - 1] : views[0];
  const light = merged(base, view.light), night = dark.matches && !on_paper;
  const key = `${view.width} ${night}`;
  return { view, key, figure: structuredClone(night ? merged(light, view.dark) : light) };
}

function draw(chart) {
  const { box, plot, told } = chart, on_paper = paper.matches;
  if (!box.clientWidth) return;
  const { view, key, figure } = look(told, box.clientWidth, on_paper), { data, layout } = figure;
  if (!told.fixed && !on_paper) layout.width = box.clientWidth;
  if (chart.key !== key) Plotly.newPlot(plot, data, layout, config); // react() would keep margins of the look before
  else if (plot._fullLayout.width !== layout.width) Plotly.relayout(plot, { width: layout.width });
  chart.key = key;
  const scale = told.fixed && !on_paper ? box.clientWidth / view.width : 1;
  plot.style.transform = scale === 1 ? "" : `scale(${scale})`;
  box.style.height = scale === 1 ? "" : `${Math.ceil(layout.height * scale)}px`;
}

const draw_all = () => shown.forEach(draw);
let timer;
window.addEventListener("resize", () => {
  clearTimeout(timer);
  timer = setTimeout(draw_all, 150);
});
dark.addEventListener("change", draw_all);
paper.addEventListener("change", draw_all);
draw_all();
