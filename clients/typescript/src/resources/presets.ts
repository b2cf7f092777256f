import type { Operations } from "../generated/operations.ts";
import type { Preset, PresetPatch, PresetRequest } from "../generated/shapes.ts";
import { List } from "../list.ts";
import type { CallOptions } from "../transport.ts";

/** Options of renders under a name, for the field `preset` of a request. */
export class Presets {
  readonly #operations: Operations;

  constructor(operations: Operations) {
    this.#operations = operations;
  }

  async create(request: PresetRequest, options?: CallOptions): Promise<Preset> {
    return (await this.#operations.createPreset(request, options)).preset;
  }

  async get(name: string, options?: CallOptions): Promise<Preset> {
    return (await this.#operations.getPreset(name, options)).preset;
  }

  /** All presets, by name. */
  list(options?: CallOptions): List<Preset> {
    return new List(async (cursor) => {
      const page = await this.#operations.listPresets(cursor === null ? {} : { cursor }, options);
      return { items: page.presets, nextCursor: page.nextCursor };
    });
  }

  /** Sets the given options and removes those that are null. */
  async update(name: string, options: PresetPatch["options"], call?: CallOptions): Promise<Preset> {
    return (await this.#operations.updatePreset(name, { options }, call)).preset;
  }

  async delete(name: string, options?: CallOptions): Promise<Preset> {
    return (await this.#operations.deletePreset(name, options)).preset;
  }
}
