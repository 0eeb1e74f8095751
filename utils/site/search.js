// The search of the documentation's site (utils/build-site). The index is a script
// that is loaded when somebody begins to search, so that the pages also work when
// they are opened as files.
// Part of the Warpfort project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for licence information.
"use strict";

const up = document.currentScript.dataset.up;
const input = document.getElementById("search");
const results = document.getElementById("results");
let chosen = -1;

function load() {
  if (document.getElementById("search-index")) return;
  const script = document.createElement("script");
  script.id = "search-index";
  script.src = up + "search-index.js";
  script.onload = search;
  document.head.append(script);
}

// All words must occur; a heading counts more than the text below it.
function score(entry, words) {
  const heading = entry.heading.toLowerCase();
  const page = entry.page.toLowerCase();
  const text = entry.text.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const inText = text.includes(word);
    if (!heading.includes(word) && !page.includes(word) && !inText) return 0;
    if (heading.includes(word)) sum += 10;
    if (heading === word) sum += 10;
    if (page.includes(word)) sum += 2;
    if (inText) sum += 1;
  }
  return sum;
}

// The words around the first one that the text has.
function excerpt(entry, words) {
  const text = entry.text;
  const places = words.map((w) => text.toLowerCase().indexOf(w)).filter((p) => p >= 0);
  const from = Math.max(0, (places.length ? Math.min(...places) : 0) - 40);
  return (from ? "... " : "") + text.slice(from, from + 140);
}

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  chosen = -1;
  results.replaceChildren();
  results.hidden = words.length === 0;
  if (!words.length || !window.searchIndex) return;
  const found = window.searchIndex
    .map((entry) => [score(entry, words), entry])
    .filter(([points]) => points > 0)
    .sort((a, b) => b[0] - a[0])
    .slice(0, 20);
  for (const [, entry] of found) {
    const link = document.createElement("a");
    link.href = up + entry.url;
    const heading = document.createElement("b");
    heading.textContent = entry.heading;
    const where = document.createElement("small");
    where.textContent = entry.page;
    const text = document.createElement("small");
    text.textContent = excerpt(entry, words);
    link.append(heading, where, text);
    results.append(link);
  }
  if (!found.length) {
    const nothing = document.createElement("p");
    nothing.textContent = "Nothing found.";
    results.append(nothing);
  }
}

function choose(step) {
  const links = results.querySelectorAll("a");
  if (!links.length) return;
  if (chosen >= 0) links[chosen].classList.remove("chosen");
  chosen = (chosen + step + links.length) % links.length;
  links[chosen].classList.add("chosen");
  links[chosen].scrollIntoView({ block: "nearest" });
}

input.addEventListener("focus", load);
input.addEventListener("input", search);
input.addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown") choose(1);
  else if (event.key === "ArrowUp") choose(chosen < 0 ? 0 : -1);
  else if (event.key === "Escape") results.hidden = true;
});
input.form.addEventListener("submit", (event) => {
  event.preventDefault();
  const links = results.querySelectorAll("a");
  if (links.length) location.href = links[Math.max(chosen, 0)].href;
});
// Links close the list, also those within the page.
document.addEventListener("click", (event) => {
  if (event.target !== input) results.hidden = true;
});
