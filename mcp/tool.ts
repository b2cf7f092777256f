import {
  type CallToolResult,
  type ContentBlock,
  ProtocolError,
  type Tool as ListedTool,
} from "@modelcontextprotocol/server";
import { type Static, type TObject, type TSchema } from "typebox";
import type { Scope } from "#schemas/common.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { WatchframeError } from "#clients/typescript/src/errors.ts";
import type { Api } from "./api.ts";
import type { PictureFormat } from "./pictures.ts";
import { callFailureResult, invalidArguments } from "./results.ts";

/** The means of a tool during a call. */
export type ToolContext = {
  api: Api;
  /** Format of pictures in results. */
  pictures: PictureFormat;
  /** Aborts when the client cancels the call or is gone. */
  signal: AbortSignal;
};

type Definition<Schema extends TObject> = {
  name: string;
  title: string;
  /** Its use, its limits and its price. */
  description: string;
  /** A key needs one of these, as for the routes that the tool calls. */
  scopes: readonly Scope[];
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    /** Whether it reaches pages of the web. */
    openWorldHint: boolean;
  };
  arguments: Schema;
  /** Arguments by the API's field, where the names differ in more than their case. */
  names?: Readonly<Record<string, string>>;
  /** @throws WatchframeError */
  run(given: Static<Schema>, context: ToolContext): Promise<ContentBlock[] | CallToolResult>;
};

/** A tool of the table. */
export type Tool = {
  listed: ListedTool;
  scopes: readonly Scope[];
  /** Checks the arguments and runs the tool. Errors of the API become results. */
  call(given: unknown, context: ToolContext): Promise<CallToolResult>;
};

/** Creates a tool from its definition. The schema types and checks its arguments. */
export function defineTool<Schema extends TObject>(definition: Definition<Schema>): Tool {
  const { name, title, description, annotations, scopes, names = {}, run } = definition;
  const check = bodyValidator(definition.arguments);
  return {
    listed: { name, title, description, inputSchema: toInputSchema(definition.arguments), annotations },
    scopes,
    async call(given, context) {
      const checked = check(given);
      if (!checked.ok) return invalidArguments(checked.problems);
      try {
        const result = await run(checked.value, context);
        return Array.isArray(result) ? { content: result } : result;
      } catch (failure) {
        if (failure instanceof WatchframeError) return callFailureResult(failure, names);
        throw failure;
      }
    },
  };
}

/** The schema as plain JSON, without keywords that only the API's own documents use. */
function toInputSchema(schema: TSchema): ListedTool["inputSchema"] {
  const plain: ListedTool["inputSchema"] = JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (key.startsWith("x-") || key === "writeOnly" ? undefined : value)),
  );
  return plain;
}

/** An error of the protocol for a tool that the table, or the key's scopes, do not have. */
export function unknownTool(name: string): ProtocolError {
  return new ProtocolError(-32_602, `There is no tool ${name} for this key; see tools/list.`);
}
