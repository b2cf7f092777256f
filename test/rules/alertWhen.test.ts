import { expect } from "chai";
import { array, assert, boolean, constant, constantFrom, integer, oneof, property, record } from "fast-check";
import type { AlertWhen, Condition } from "#schemas/monitor/alertWhen.ts";
import type { ReadValue, Value } from "#schemas/values.ts";
import { afterReadings, emptyMemory, hasAlert } from "#rules/alertWhen.ts";

type Readings = Record<string, ReadValue>;

const read = (value: Value): ReadValue => ({ value, text: String(value) });
const unreadable: ReadValue = { value: null, text: null, reason: "no_number" };
const digest = (text: string) => `digest of ${text.length}`;
const absent: ReadValue = { value: null, text: null, reason: "not_found" };

/** Whether each run alerts. A run that read nothing (null) failed, or fell into a gap or a pause. */
function alertsOf(alertWhen: AlertWhen, runs: readonly (Readings | null)[]): boolean[] {
  let memory = emptyMemory("settings");
  const matches = (text: string, pattern: string) => new RegExp(pattern, "m").test(text);
  return runs.map((readings) => {
    if (readings === null) return false;
    const step = afterReadings(memory, alertWhen, { readings, matches, digest });
    memory = step.memory;
    return hasAlert(step);
  });
}

/** The runs of one value that alert, by their positions. */
function alertingRuns(condition: Omit<Condition, "value">, values: readonly ReadValue[]): number[] {
  const alertWhen = { any: [{ value: "it", ...condition }] };
  const alerts = alertsOf(
    alertWhen,
    values.map((it) => ({ it })),
  );
  return alerts.flatMap((isAlert, index) => (isAlert ? [index] : []));
}

const small = integer({ min: 0, max: 4 });
const level = record({
  value: constantFrom("a", "b"),
  is: constantFrom("below", "above", "equals"),
  than: small,
});
const reading = oneof({ weight: 4, arbitrary: small.map(read) }, { weight: 1, arbitrary: constant(unreadable) });
const run = oneof(
  { weight: 6, arbitrary: record({ a: reading, b: reading }) },
  { weight: 1, arbitrary: constant(null) },
);
const runs = array(run, { maxLength: 24 });

/** Whether a level holds, straight from its words; undefined if its value could not be read. */
function holds({ value, is, than }: { value: string; is: string; than: number }, readings: Readings) {
  const number = readings[value]?.value;
  if (typeof number !== "number") return undefined;
  return is === "below" ? number < than : is === "above" ? number > than : number === than;
}

describe("alertWhen", () => {
  it("alerts once for each crossing, however the values go", () => {
    assert(
      property(array(level, { minLength: 1, maxLength: 3 }), boolean(), runs, (levels, isAll, series) => {
        const triggers = isAll ? [levels] : levels.map((each) => [each]);
        const expected = series.map((readings, index) =>
          triggers.some((conditions) => {
            const states = series.slice(0, index + 1).flatMap((earlier) => {
              const verdicts = earlier === null ? [undefined] : conditions.map((each) => holds(each, earlier));
              if (verdicts.includes(false)) return [false];
              return verdicts.includes(undefined) ? [] : [true];
            });
            const isCertain = readings !== null && conditions.every((each) => holds(each, readings) === true);
            return isCertain && states.at(-2) === false;
          }),
        );
        expect(alertsOf(isAll ? { all: levels } : { any: levels }, series)).to.deep.equal(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("tells each change of a value, and each drift once it has added up", () => {
    assert(
      property(array(reading, { maxLength: 30 }), integer({ min: 1, max: 3 }), (values, than) => {
        const numbers = values.flatMap(({ value }, index) => (typeof value === "number" ? [{ index, value }] : []));
        const changes = numbers.filter(({ value }, at) => at > 0 && numbers[at - 1]?.value !== value);
        expect(alertingRuns({ is: "changed" }, values)).to.deep.equal(changes.map(({ index }) => index));
        let told = numbers[0]?.value ?? 0;
        const drifts = numbers.filter(({ value }) => {
          const isFar = Math.abs(value - told) >= than;
          if (isFar) told = value;
          return isFar;
        });
        expect(alertingRuns({ is: "changedBy", than }, values)).to.deep.equal(drifts.map(({ index }) => index));
      }),
      { numRuns: 500 },
    );
  });

  it("decides alike whether or not runs fail between the others", () => {
    const condition = record({
      value: constantFrom("a", "b"),
      is: constantFrom<Condition["is"][]>("below", "above", "equals", "changed", "changedBy", "appears", "disappears"),
      than: small,
    });
    assert(
      property(array(condition, { minLength: 1, maxLength: 3 }), boolean(), runs, (conditions, isAll, series) => {
        const alertWhen = isAll ? { all: conditions } : { any: conditions };
        const readable = series.filter((each) => each !== null);
        const nothing = { a: unreadable, b: unreadable };
        const between = alertsOf(
          alertWhen,
          readable.flatMap((each) => [nothing, each]),
        );
        const alone = alertsOf(alertWhen, readable);
        expect(between.filter((_, index) => index % 2 === 1)).to.deep.equal(alone);
        expect(alertsOf(alertWhen, series).filter((_, index) => series[index] !== null)).to.deep.equal(alone);
      }),
      { numRuns: 500 },
    );
  });

  it("takes the first run's level for no crossing", () => {
    expect(alertingRuns({ is: "below", than: 50 }, [39, 45, 60, 49, 48].map(read))).to.deep.equal([3]);
  });

  it("tells a change also while another condition held already", () => {
    const alertWhen: AlertWhen = {
      all: [
        { value: "price", is: "changed" },
        { value: "price", is: "below", than: 50 },
      ],
    };
    const prices = [39, 35, 29, 60, 41].map((price) => ({ price: read(price) }));
    expect(alertsOf(alertWhen, prices)).to.deep.equal([false, true, true, false, true]);
  });

  it("keeps a change until the other condition can be read", () => {
    const alertWhen: AlertWhen = {
      all: [
        { value: "price", is: "changed" },
        { value: "stock", is: "contains", than: "in stock" },
      ],
    };
    const inStock = read("In stock");
    const series = [
      { price: read(39), stock: inStock },
      { price: read(35), stock: unreadable },
      { price: read(35), stock: inStock },
    ];
    expect(alertsOf(alertWhen, series)).to.deep.equal([false, false, true]);
  });

  it("tells an element's coming and going, and takes no unreadable one for gone", () => {
    const series = [read("Sale"), unreadable, absent, absent, unreadable, read("Sale")];
    expect(alertingRuns({ is: "disappears" }, series)).to.deep.equal([2]);
    expect(alertingRuns({ is: "appears" }, series)).to.deep.equal([5]);
    expect(alertingRuns({ is: "appears" }, [read(false), read(true), read([]), read(["new"])])).to.deep.equal([1, 3]);
  });

  it("searches texts and lists, and leaves other types undecided", () => {
    expect(alertingRuns({ is: "contains", than: "SALE" }, [read("no"), read(["a", "big sale"])])).to.deep.equal([1]);
    expect(alertingRuns({ is: "matches", than: "^v[0-9]+$" }, [read("beta"), read("v2")])).to.deep.equal([1]);
    expect(alertingRuns({ is: "contains", than: "1" }, [read(0), read(1)])).to.deep.equal([]);
    expect(alertingRuns({ is: "below", than: 5 }, [read("9"), read("1")])).to.deep.equal([]);
  });

  it("measures a share by the value that was told last", () => {
    const prices = [100, 95, 91, 90, 82, 81].map(read);
    expect(alertingRuns({ is: "changedBy", than: "10%" }, prices)).to.deep.equal([3, 5]);
    expect(alertingRuns({ is: "changedBy", than: 0.2 }, [0.1, 0.3].map(read))).to.deep.equal([1]);
  });

  it("has no value before for one that was never read, whatever its name", () => {
    const condition = { value: "constructor", is: "appears" } as const;
    const facts = (it: ReadValue) => ({ readings: { constructor: it }, matches: () => false, digest });
    const first = afterReadings(emptyMemory("settings"), { any: [condition] }, facts(absent));
    const { met } = afterReadings(first.memory, { any: [condition] }, facts(read("Sale")));
    expect(met).to.deep.equal([[{ ...condition, before: null, after: { value: "Sale", text: "Sale" } }]]);
  });

  it("gives messages the value before and after", () => {
    const condition = { value: "price", is: "above", than: 80 } as const;
    const facts = (price: ReadValue) => ({ readings: { price }, matches: () => false, digest });
    const first = afterReadings(emptyMemory("settings"), { any: [condition] }, facts(read(39)));
    const blind = afterReadings(first.memory, { any: [condition] }, facts(unreadable));
    const last = afterReadings(blind.memory, { any: [condition] }, facts({ value: 89, text: "€89.00" }));
    const [before, after] = [
      { value: 39, text: "39" },
      { value: 89, text: "€89.00" },
    ];
    expect(last.met).to.deep.equal([[{ ...condition, before, after }]]);
  });
});
