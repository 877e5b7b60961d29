// Charts fill the width of the page, down to the width below which they scroll instead.
function fit() {
  for (const box of document.querySelectorAll(".chart")) {
    const chart = box.querySelector(".js-plotly-plot");
    if (!chart || !chart._fullLayout || !box.clientWidth) continue;
    const width = Math.max(Number(box.dataset.least), Math.min(Number(box.dataset.most), box.clientWidth));
    if (Math.abs(chart._fullLayout.width - width) > 1) Plotly.relayout(chart, { width });
  }
}
let timer;
window.addEventListener("resize", () => {
  // Printing changes the size as well; paper has a scale of its own.
  if (matchMedia("print").matches) return;
  clearTimeout(timer);
  timer = setTimeout(fit, 150);
});
window.addEventListener("load", fit);
