"use strict";
const review = JSON.parse(document.getElementById("data").textContent);
const slider = document.getElementById("at");
const plot = document.querySelector(".plot");
const cursor = plot.querySelector(".cursor");
const now = document.getElementById("now");
const total = review.decisions.length;

function element(name, text, className) {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function draw(name, tracks) {
  const path = tracks.map((track) => review.lines[track] || "").join("");
  for (const one of document.querySelectorAll(".board path." + name)) one.setAttribute("d", path);
}

function show(number) {
  const at = Math.max(0, Math.min(total, number));
  slider.value = at;
  const x = review.left + (review.width * at) / Math.max(1, total);
  cursor.setAttribute("x1", x);
  cursor.setAttribute("x2", x);
  for (const claimed of document.querySelectorAll(".board .claimed"))
    claimed.classList.toggle("on", Number(claimed.dataset.after) <= at);
  const decision = at > 0 ? review.decisions[at - 1] : null;
  const chances = decision ? decision.open : review.start;
  const parts = [];
  if (decision) {
    const head = element("h3", `${at}. ${decision.seat}: ${decision.action}`);
    parts.push(head);
    if (decision.mark) {
      const line = element("p", "");
      line.append(element("span", decision.mark, "badge " + decision.mark), " " + decision.lost);
      parts.push(line);
    }
    if (decision.best) parts.push(element("p", "Better: " + decision.best));
    if (decision.reasons.length) {
      const list = element("ul", "");
      for (const reason of decision.reasons) list.append(element("li", reason));
      parts.push(list);
    }
    if (decision.luck) parts.push(element("p", decision.luck, "soft"));
    parts.push(element("p", decision.known, "soft"));
  } else parts.push(element("h3", "The deal"));
  const said = chances.map((chance, seat) => `${review.names[seat]} ${Math.round(chance * 100)} %`);
  parts.push(element("p", "All cards on the table: " + said.join(", "), "soft"));
  now.replaceChildren(...parts);
  slider.setAttribute("aria-valuetext", parts[0].textContent + ". " + said.join(", "));
  draw("plan", decision ? decision.plan : []);
  draw("played", decision && decision.best && decision.track ? [decision.track] : []);
  draw("idea", decision && decision.idea ? [decision.idea] : []);
}

function next(step) {
  let at = Number(slider.value) + step;
  while (at > 0 && at <= total && !review.decisions[at - 1].mark) at += step;
  if (at > 0 && at <= total) show(at);
}

function atPointer(event) {
  const box = plot.getBoundingClientRect();
  const x = ((event.clientX - box.left) / box.width) * review.whole - review.left;
  show(Math.round((x / review.width) * total));
}

slider.addEventListener("input", () => show(Number(slider.value)));
plot.addEventListener("pointerdown", atPointer);
plot.addEventListener("pointermove", (event) => event.buttons && atPointer(event));
document.getElementById("before").addEventListener("click", () => next(-1));
document.getElementById("after").addEventListener("click", () => next(1));
for (const button of document.querySelectorAll("[data-go]"))
  button.addEventListener("click", () => {
    show(Number(button.dataset.go));
    document.getElementById("moment").scrollIntoView({ block: "start" });
    slider.focus({ preventScroll: true });
  });
show(review.first);
