import { expect } from "chai";
import { elementAt, goFrom, mapOn, matchesOf, textIn, withoutInner } from "#console/picker/map.ts";
import { entriesIn } from "#console/forms/entries.ts";
import { meantElement, movedStep, recordedStep, targetFor, withPictures } from "#console/steps/stepList.ts";
import type { MappedElement } from "#schemas/extracts/elements.ts";

const element = (selector: string, parent: number, more: Partial<MappedElement> = {}): MappedElement => ({
  selector,
  parent,
  tag: "div",
  x: 0,
  y: 0,
  width: 100,
  height: 100,
  ...more,
});

/** main > (h1, ul > (li, li), p) */
const page: MappedElement[] = [
  element("main", -1, { width: 800, height: 600 }),
  element("h1", 0, { height: 40 }),
  element("ul", 0, { y: 40 }),
  element("ul > li:nth-of-type(1)", 2, { y: 40, height: 20, text: "one", alike: { selector: ".row", matches: 2 } }),
  element("ul > li:nth-of-type(2)", 2, { y: 60, height: 20, text: "two", alike: { selector: ".row", matches: 2 } }),
  element("p", 0, { y: 200, x: 300 }),
];
const picture = { path: "/p", width: 1600, height: 1200, isFull: true };
const view = { x: 0, y: 100, width: 800, height: 300 };

describe("the map of a page on its picture", () => {
  it("finds the smallest element at a point, by the scale of the picture", () => {
    const map = mapOn(picture, { scale: 2, view, elements: page });
    const at = (x: number, y: number) => page[elementAt(map, { x: x / 800, y: y / 600 })]?.selector;
    expect([at(10, 50), at(10, 130), at(310, 210), at(700, 10)]).to.deep.equal([
      "ul > li:nth-of-type(1)",
      "ul",
      "p",
      "main",
    ]);
    expect(elementAt(map, { x: 1.2, y: 0.5 })).to.equal(-1);
  });

  it("can leave out the elements of shadow trees and frames", () => {
    const inner = [element("b", 0, { inShadow: true }), element("i", 1, { frame: "iframe" })];
    const map = mapOn(picture, { scale: 2, view, elements: [...page, ...inner] });
    expect(withoutInner(map).elements).to.deep.equal(page);
    expect(withoutInner({ ...map, elements: page }).elements).to.deep.equal(page);
  });

  it("counts from the viewport on a picture of the viewport", () => {
    const map = mapOn({ ...picture, height: 600, isFull: false }, { scale: 2, view, elements: page });
    expect(page[elementAt(map, { x: 310 / 800, y: 110 / 300 })]?.selector).to.equal("p");
  });

  it("goes to parent, child and neighbours, and stays where there is none", () => {
    expect(goFrom(page, -1, "child")).to.equal(0);
    expect(goFrom(page, 0, "child")).to.equal(1);
    expect(goFrom(page, 1, "next")).to.equal(2);
    expect(goFrom(page, 2, "next")).to.equal(5);
    expect(goFrom(page, 5, "previous")).to.equal(2);
    expect(goFrom(page, 4, "parent")).to.equal(2);
    expect(goFrom(page, 4, "next")).to.equal(4);
    expect(goFrom(page, 0, "parent")).to.equal(0);
    expect(goFrom([], -1, "next")).to.equal(-1);
  });

  it("knows the elements alike, and the words of elements around others", () => {
    expect(matchesOf(page, ".row")).to.have.length(2);
    expect(matchesOf(page, "p")).to.have.length(1);
    expect(textIn(page, 2)).to.equal("one two");
    expect(textIn(page, 4)).to.equal("two");
  });
});

describe("recorded steps", () => {
  const email = element("#email", -1, { role: "textbox", name: "Email", label: "Email", takes: "text" });
  const button = element("form > button", -1, { role: "button", name: "Log in" });

  it("find an element by its label, or by role and name, as long as they are its own", () => {
    expect(recordedStep([email, button], email)).to.deep.equal({ fill: { target: { label: "Email" } } });
    expect(recordedStep([email, button], button)).to.deep.equal({
      click: { target: { role: "button", name: "Log in" } },
    });
    expect(targetFor([button, { ...button, selector: "#other" }], button)).to.equal("form > button");
    const again = { ...email, selector: "#again", label: "Email again", name: "Email again" };
    expect(targetFor([email, again], email)).to.deep.equal({ role: "textbox", name: "Email" });
  });

  it("are for an element of a frame by what is its own there, and for its field", () => {
    const framed = { ...email, frame: "#log-in" };
    expect(recordedStep([email, framed, { ...button, frame: "#other" }], framed)).to.deep.equal({
      fill: { target: { label: "Email" }, frame: "#log-in" },
    });
    const label = element("label", -1, { tag: "label", text: "Email", frame: "#log-in" });
    expect(meantElement([email, label, framed], 1)).to.equal(framed);
  });

  it("select options and switch boxes on", () => {
    const of = (takes: MappedElement["takes"]) => Object.keys(recordedStep([], element("#a", -1, takes && { takes })));
    expect([of("option"), of("check"), of("text"), of(undefined)].flat()).to.deep.equal([
      "select",
      "check",
      "fill",
      "click",
    ]);
  });

  it("move in their list, but not out of it", () => {
    expect(movedStep(["a", "b", "c"], 0, 2)).to.deep.equal(["b", "c", "a"]);
    expect(movedStep(["a", "b", "c"], 2, -1)).to.deep.equal(["c", "a", "b"]);
    expect(movedStep(["a", "b"], 0, 0)).to.deep.equal(["a", "b"]);
  });

  it("are for the field of a label, and for the button around a text", () => {
    const form = [
      element("label", -1, { tag: "label", text: "Email" }),
      { ...email, parent: 0 },
      { ...button, parent: -1 },
      element("form > button > span", 2, { tag: "span", text: "Log in" }),
      element("p", -1, { tag: "p" }),
    ];
    const meant = form.map((_, index) => meantElement(form, index)?.selector);
    expect(meant).to.deep.equal(["#email", "#email", "form > button", "form > button", "p"]);
  });

  it("have a picture after each of the last ones in a trial, as far as there may be pictures", () => {
    const steps = [{ wait: 1 }, { wait: 2 }, { screenshot: "own" }, { wait: 3 }, { wait: 4 }];
    const names = (max: number) => withPictures(steps, max).map((step) => step["screenshot"] ?? step["wait"]);
    expect(names(5)).to.deep.equal([1, "tried-1", 2, "tried-2", "own", 3, "tried-4", 4]);
    expect(names(2)).to.deep.equal([1, 2, "own", 3, "tried-4", 4]);
    expect(names(1)).to.deep.equal([1, 2, "own", 3, 4]);
    expect(withPictures([], 5)).to.deep.equal([]);
  });

  it("are read of JSON, which may be none", () => {
    expect(entriesIn('[{"wait":1}]')).to.deep.equal([{ wait: 1 }]);
    expect(entriesIn(" ")).to.deep.equal([]);
    expect(entriesIn("[")).to.equal(null);
    expect(entriesIn("{}")).to.equal(null);
  });
});
