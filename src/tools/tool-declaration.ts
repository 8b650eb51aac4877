// What a tool of ours is: its name, its arguments, and how it answers. Everything else that a router or a program needs of it is made here.
import {
  argumentParser,
  type Arguments,
  type ArgumentsFor,
  type ParsedArguments,
  toParameters,
} from "../tooling/argument.ts";
import { checkOptions, rulesOf } from "../tooling/check-options.ts";
import type { CallControl, Tool } from "../tooling/tool.ts";
import { PROGRAM_RULES, type ProgramOptions, type ToolDefaults } from "../operator/operator-options.ts";
import { toProgramSettings, type OperatorSettings } from "../operator/operator-settings.ts";

/** An answer as text for a model, and as data for programs if it has any. Each is made when it is asked for. */
interface ToolAnswer {
  text(): string;
  data?(): object;
}

/** The answer of a tool that is also a function for programs. */
export interface Answer<Data extends object> extends ToolAnswer {
  /** The path of the directory that was opened. */
  readonly openedPath: string;
  data(): Data;
}

/** A tool, whatever its arguments are. */
export interface ToolDeclaration {
  readonly name: string;
  /** The arguments, keyed by the names of a request's fields. */
  readonly arguments: Arguments;
  /** Makes the tool. `defaults` are the operator's, for arguments that a call leaves out. */
  create(settings: OperatorSettings, defaults: ToolDefaults): Tool;
}

interface ToolParts<Request extends object> {
  readonly name: string;
  readonly arguments: ArgumentsFor<Request>;
  /** Whether values must be of the declared types: if not, a string may hold a number, and null and empty values mean not given. */
  readonly isStrict?: true;
  readonly outputSchema?: object;
  /** For the model: what the tool does, and when to use it. */
  describe(settings: OperatorSettings): string;
  /** The operator's defaults that the tool takes, for its schema, and for a call with the arguments of `request`. */
  defaults?(set: ToolDefaults, request?: Request): Partial<Request>;
  /** `parsed`: what the call itself gave, without the operator's defaults. */
  answer(
    request: Request & CallControl,
    settings: OperatorSettings,
    parsed: ParsedArguments<Request>,
  ): Promise<ToolAnswer>;
}

/** Declares a tool by the type of its arguments. */
export function declareTool<Request extends object>(parts: ToolParts<Request>): ToolDeclaration {
  const { name, arguments: declared, isStrict = false, outputSchema } = parts;
  return {
    name,
    arguments: declared,
    create(settings, defaults) {
      const parse = argumentParser(name, declared, isStrict);
      return {
        name,
        description: parts.describe(settings),
        parameters: toParameters(declared, { ...parts.defaults?.(defaults) }),
        outputSchema,
        supportsParallelCalls: true,
        async handle(invocation) {
          const { signal, onProgress } = invocation;
          const parsed = parse(invocation);
          const { request } = parsed;
          const complete = Object.assign({ signal, onProgress }, parts.defaults?.(defaults, request), request);
          const { text, data } = await parts.answer(complete, settings, parsed);
          return { content: text(), success: true, data };
        },
      };
    },
  };
}

/**
 * What answers a call by a program, whose options are the declared arguments and what `ProgramOptions` has. Throws a `TypeError` for an
 * invalid option.
 */
export function answerProgram<Request extends object, Answered>(
  options: Request & ProgramOptions,
  declared: ArgumentsFor<Request>,
  answer: (request: Request & CallControl, settings: OperatorSettings) => Promise<Answered>,
): Promise<Answered> {
  checkOptions(options, { ...PROGRAM_RULES, ...rulesOf(declared) });
  return answer(options, toProgramSettings(options));
}
