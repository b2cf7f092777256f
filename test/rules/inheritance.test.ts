import { expect } from "chai";
import { array, assert, constantFrom, dictionary, integer, property, record, uniqueArray } from "fast-check";
import { type DefaultsLayer, inheritedSettings, layersFor } from "#rules/inheritance.ts";

const values = (settings: Record<string, unknown>) => new Map(Object.entries(settings));
const always = () => true;

describe("inheritance of settings", () => {
  it("takes a setting from the first tag that has it, and then from the account", () => {
    const layers = layersFor(
      ["shop", "sale"],
      [
        { tag: null, values: values({ a: 1, b: 1, c: 1, d: 1 }) },
        { tag: "sale", values: values({ a: 2, b: 2, c: 2 }) },
        { tag: "shop", values: values({ a: 3, b: 3 }) },
        { tag: "other", values: values({ e: 4 }) },
      ],
    );
    expect(inheritedSettings({ own: values({ a: 0 }), layers, fits: always })).to.deep.equal([
      { setting: "b", value: 3, from: "tag", tag: "shop" },
      { setting: "c", value: 2, from: "tag", tag: "sale" },
      { setting: "d", value: 1, from: "account" },
    ]);
  });

  it("takes the next default for one that does not fit, and one that fits only beside another", () => {
    const layers: DefaultsLayer[] = [
      { origin: { from: "tag", tag: "shop" }, values: values({ words: "shop", size: 9 }) },
      { origin: { from: "account" }, values: values({ words: "account", size: 2, text: true }) },
    ];
    const fits = (setting: string, all: ReadonlyMap<string, unknown>) =>
      setting === "words" ? all.get("text") === true : setting !== "size" || Number(all.get("size")) < 5;
    expect(inheritedSettings({ own: values({}), layers, fits })).to.have.deep.members([
      { setting: "words", value: "shop", from: "tag", tag: "shop" },
      { setting: "size", value: 2, from: "account" },
      { setting: "text", value: true, from: "account" },
    ]);
  });

  it("never touches an own setting, and else takes the strongest that fits, for any defaults", () => {
    const name = constantFrom("a", "b", "c", "d");
    const settings = dictionary(name, integer({ min: 0, max: 9 }));
    const tag = constantFrom("one", "two", "three");
    const monitor = record({ own: settings, tags: uniqueArray(tag), max: integer({ min: 0, max: 9 }) });
    const defaults = record({ account: settings, ofTags: array(record({ tag, settings }), { maxLength: 3 }) });
    assert(
      property(monitor, defaults, ({ own, tags, max }, { account, ofTags }) => {
        const byTag = new Map(ofTags.map((each) => [each.tag, each.settings]));
        const layers = layersFor(tags, [
          { tag: null, values: values(account) },
          ...[...byTag].map(([each, given]) => ({ tag: each, values: values(given) })),
        ]);
        const fits = (setting: string, all: ReadonlyMap<string, unknown>) => Number(all.get(setting)) <= max;
        const inherited = inheritedSettings({ own: values(own), layers, fits });
        const found = Object.fromEntries(inherited.map(({ setting, ...rest }) => [setting, rest]));
        expect(Object.keys(found)).to.have.length(inherited.length);
        for (const setting of ["a", "b", "c", "d"]) {
          const candidates = [
            ...tags.map((each) => ({ value: byTag.get(each)?.[setting], from: "tag", tag: each })),
            { value: account[setting], from: "account" },
          ];
          const strongest = candidates.find(({ value }) => value !== undefined && value <= max);
          expect(found[setting]).to.deep.equal(setting in own ? undefined : strongest);
        }
      }),
    );
  });
});
