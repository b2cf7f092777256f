import { openSearch } from "./search.ts";

/* Runs on the page `search.html` of the guide as files, where no service can search. */

const query = new URLSearchParams(location.search).get("q")?.slice(0, 100) ?? "";
const main = document.querySelector("main");
const field = document.querySelector("input");
if (field !== null) field.value = query;
const search = openSearch(await (await fetch("sections.json")).json());

const title = document.createElement("h1");
const list = document.createElement("ol");
list.className = "hits";
for (const { page, pageTitle, heading, anchor, excerpt } of search(query)) {
  const [item, link, words] = [document.createElement("li"), document.createElement("a"), document.createElement("p")];
  link.href = `${encodeURIComponent(page)}.html#${anchor}`;
  link.textContent = heading === pageTitle ? heading : `${pageTitle}: ${heading}`;
  for (const { text, isFound } of excerpt) {
    const part = isFound ? document.createElement("mark") : document.createTextNode(text);
    part.textContent = text;
    words.append(part);
  }
  item.append(link, words);
  list.append(item);
}
title.textContent = list.children.length === 0 ? `No page has “${query}”` : `“${query}” in the guide`;
main?.replaceChildren(title, list);
