// Fills the cards only when they come into view: a full-page capture has to scroll to see them.
const articles = [
  ["The sound of fog", "Why horns have their own timetable.", "/archive.html#fog"],
  ["Paint it red", "What the stripes on a tower are for.", "/archive.html#paint"],
  ["The last keeper", "Leaving an island that needs nobody.", "/archive.html#keeper"],
];
const cards = document.querySelector("#more");
const observer = new IntersectionObserver((entries) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  for (const [title, text, href] of articles) {
    const card = document.createElement("a");
    card.className = "card";
    card.href = href;
    const heading = document.createElement("strong");
    heading.textContent = title;
    card.append(heading, text);
    cards.append(card);
  }
});
observer.observe(cards);
