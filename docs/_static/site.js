// Figures of notebooks have a fixed width: they shrink to that of the page.
function fitFigures() {
  document.querySelectorAll(".figure-scroll").forEach((box) => {
    const figure = box.querySelector(".js-plotly-plot");
    if (figure && figure._fullLayout) figure.parentElement.style.zoom = Math.min(1, box.clientWidth / figure._fullLayout.width);
  });
}
addEventListener("load", fitFigures);
addEventListener("resize", fitFigures);
