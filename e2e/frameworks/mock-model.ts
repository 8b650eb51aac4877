// A model on loopback that makes one call, and then repeats the answer.
import { CHAT, MESSAGES, RESPONSES, startModel } from "../model.mjs";

/** The call that the model makes. */
export interface MockCall {
  readonly tool: string;
  /** JSON text as the model sends it, valid or not. */
  readonly json: string;
}

/** A tool's answer as the model saw it. */
export interface Shown {
  readonly text: string;
  /** Undefined if the API can't mark errors. */
  readonly isError?: boolean;
}

/** A tool as the model saw it. */
export interface Definition {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
  readonly strict: unknown;
}

export interface MockModel extends AsyncDisposable {
  /** Where it listens, without a path. */
  readonly url: string;
  /** The answers that it saw, oldest first. */
  readonly shown: Shown[];
  /** The tools in the last request that had any. */
  readonly definitions: Definition[];
}

export async function startMockModel(call: MockCall): Promise<MockModel> {
  const shown: Shown[] = [];
  const definitions: Definition[] = [];
  const model = await startModel([CHAT, RESPONSES, MESSAGES], (request) => {
    if (request.tools.length > 0) {
      definitions.splice(0, Infinity, ...request.tools.map((tool) => ({ strict: undefined, ...tool })));
    }
    shown.push(...request.shown);
    const last = request.shown.at(-1);
    return last === undefined ? call : { text: `I was shown:\n${last.text}` };
  });
  return { ...model, shown, definitions };
}
