// The evidence panel. A chip in the chat is a plain link "#c-<turn>-<number>", so that click and
// Enter both work; the panel listens for it anywhere on the page, because chips live in the chat.
let wanted = null; // the paper to go to once the panel holds it
let claim = ""; // the class of the marks behind the chip's own claim
let origin = null; // the chip to come back to with Escape

function mark(id) {
  const paper = document.getElementById(id);
  if (!paper || !element.contains(paper)) return false;
  element.querySelectorAll(".pc-active").forEach((other) => other.classList.remove("pc-active"));
  paper.classList.add("pc-active");
  const folded = paper.querySelector("details");
  if (folded && folded.querySelector("mark")) folded.open = true;
  element.querySelectorAll(".pc-now").forEach((other) => other.classList.remove("pc-now"));
  const words = claim ? [...paper.getElementsByClassName(claim)] : [];
  words.forEach((word) => word.classList.add("pc-now"));
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const behavior = calm ? "auto" : "smooth";
  const tall = paper.offsetHeight > 0.8 * Math.min(window.innerHeight, element.closest(".pc-side").clientHeight);
  if (words.length && tall) words[0].scrollIntoView({ behavior, block: "center" });
  else paper.scrollIntoView({ behavior, block: "nearest" });
  paper.focus({ preventScroll: true });
  return true;
}

function follow(event) {
  const chip = event.target.closest ? event.target.closest("a.cite") : null;
  if (!chip) return;
  const parts = /^#c-(\d+)-(\d+)$/.exec(chip.getAttribute("href") || "");
  if (!parts) return;
  event.preventDefault();
  origin = chip;
  claim = [...chip.classList].find((name) => /^pc-[st]\d/.test(name)) || "";
  const id = `c-${parts[1]}-${parts[2]}`;
  if (mark(id)) return;
  wanted = id;
  trigger("select", { turn: Number(parts[1]), number: Number(parts[2]) });
}

function back(event) {
  if (event.key !== "Escape" || !origin || !element.contains(document.activeElement)) return;
  origin.focus();
}

element.addEventListener("click", (event) => {
  if (!event.target.closest(".pc-back") || !origin) return;
  origin.scrollIntoView({ block: "center" });
  origin.focus({ preventScroll: true });
});
document.addEventListener("click", follow);
document.addEventListener("keydown", back);
watch("value", () => {
  if (wanted && mark(wanted)) wanted = null;
});
