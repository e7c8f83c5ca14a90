"use strict";
// Sorts tables by a click on a head and filters their rows. Without it the page
// is whole, and as the report orders it.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0];
  const rows = Array.from(body.rows);
  const heads = Array.from(table.tHead.rows[0].cells);
  const key = (row, column) => {
    const cell = row.cells[column];
    const value = cell && cell.dataset.value;
    return value === undefined ? (cell ? cell.textContent.trim() : "") : Number(value);
  };
  // Numbers come before words, and cells with neither come last, whichever way
  // is sorted.
  const kind = (k) => typeof k === "number" ? 0 : k === "" || k === "–" ? 2 : 1;
  const compare = (a, b, way) => {
    if (kind(a) !== kind(b)) return kind(a) - kind(b);
    if (typeof a === "number") return way * (a - b);
    return way * a.localeCompare(b, undefined, { numeric: true });
  };
  const order = (column, way) => {
    const free = rows.filter((row) => !row.classList.contains("fixed"));
    if (way !== 0) {
      const keys = new Map(free.map((row) => [row, key(row, column)]));
      free.sort((a, b) => compare(keys.get(a), keys.get(b), way));
    }
    let next = 0;
    body.append(...rows.map((row) => row.classList.contains("fixed") ? row : free[next++]));
  };
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.title = "sort by this column";
    button.addEventListener("click", () => {
      const was = head.getAttribute("aria-sort");
      const way = was === "descending" ? 1 : was === "ascending" ? 0 : -1;
      for (const other of heads) other.removeAttribute("aria-sort");
      if (way !== 0) head.setAttribute("aria-sort", way > 0 ? "ascending" : "descending");
      order(column, way);
    });
  });

  const scroll = table.closest(".scroll");
  const filter = scroll.previousElementSibling;
  if (!filter || !filter.classList.contains("filter")) continue;
  const input = filter.querySelector("input");
  const output = filter.querySelector("output");
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !words.every((word) => texts.get(row).includes(word));
      if (!row.hidden) shown++;
    }
    output.textContent = words.length ? shown + " of " + rows.length + " rows" : "";
  });
}

// What is folded is on paper too.
let opened = [];
addEventListener("beforeprint", () => {
  opened = Array.from(document.querySelectorAll("details:not([open])")).filter((d) => !d.closest("figcaption") && d.id !== "samples");
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => { for (const details of opened) details.open = false; });

// A mark leads to its note, though that may be folded.
const unfold = () => {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  target.scrollIntoView({ block: "nearest" });
};
addEventListener("hashchange", unfold);
unfold();
