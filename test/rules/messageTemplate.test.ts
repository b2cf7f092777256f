import { expect } from "chai";
import { fieldsIn, fillTemplate, hasLooseBraces } from "#rules/messageTemplate.ts";

const values = { "monitor.name": "Kettle", "value.new": "€ 34.00", "value.old": null, empty: "" };

describe("a message template", () => {
  it("names its fields, with spaces or without", () => {
    expect(fieldsIn("{{monitor.name}}: {{ value.new }} {x} {{}}")).to.deep.equal(["monitor.name", "value.new", ""]);
    expect(fieldsIn("no field")).to.deep.equal([]);
  });

  it("is filled with every value, however often and wherever it stands", () => {
    const filled: [template: string, text: string | null][] = [
      ["{{monitor.name}}: {{ value.new }}, {{monitor.name}}", "Kettle: € 34.00, Kettle"],
      ["{{empty}}.", "."],
      ["{{{monitor.name}}}", "{Kettle}"],
      ["plain", "plain"],
      ["was {{value.old}}", null],
      ["{{unknown}}", null],
      ["{{toString}}", null],
    ];
    for (const [template, text] of filled) expect(fillTemplate(template, values), template).to.equal(text);
  });

  it("is filled once: a value with braces, dollars or a field's name stays as the page has it", () => {
    for (const hostile of ["{{value.new}}", "$& $1 $$ $`", "{{", "}}{{secret:x}}"]) {
      expect(fillTemplate("a {{monitor.name}} b", { ...values, "monitor.name": hostile })).to.equal(`a ${hostile} b`);
    }
  });

  it("may have single braces, but no double ones without a field", () => {
    for (const fine of ["{}", "{ {a} }", "{{a}}", "{{{a}}}", "{{a}}{{b}}", "{{{a}}{"])
      expect(hasLooseBraces(fine), fine).to.equal(false);
    for (const loose of ["{{", "}}", "{{a", "a}}", "{{a}} {{b", "{{a{{b}}", "{{a}b}}"])
      expect(hasLooseBraces(loose), loose).to.equal(true);
  });
});
