// The menu of exports closes when one is chosen, with Escape, or by a click elsewhere.
const menu = () => element.querySelector("details");
element.addEventListener("click", (event) => {
  const button = event.target.closest(".pc-do");
  if (!button) return;
  trigger("select", { kind: button.dataset.value });
  menu().open = false;
});
element.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu() || !menu().open) return;
  menu().open = false;
  menu().querySelector("summary").focus();
});
document.addEventListener("click", (event) => {
  if (menu() && !element.contains(event.target)) menu().open = false;
});
