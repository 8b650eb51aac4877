// A tool's argument, declared once. The JSON schema, the parser, the command-line option, the tables in the documents and
// the operator's defaults all come from this declaration.

interface AnyArgument {
  /**
   * The name in the JSON of a call.
   * @default the name of the request's field
   */
  readonly name?: string;
  /** What the argument means, for the model. It pays for every word on every turn, so keep it short. */
  readonly forModel: string;
  /** What the argument means, for people: shown in the command line's help and in the documents. */
  readonly forPeople: string;
  /**
   * The default in words, such as "all", if there is no default value. For people: a model is told values only.
   * @default the value of `default`
   */
  readonly defaultInWords?: string;
  /**
   * Whether the original of the tool has this argument, too. The profiles of the originals have no others.
   * @default false
   */
  readonly isOriginal?: true;
  /**
   * Whether the operator may set another default.
   * @default false
   */
  readonly isSettable?: true;
  /**
   * Whether a call without this argument is refused.
   * @default false
   */
  readonly isRequired?: true;
  /**
   * Whether an empty text or list means that the argument was not given: models fill in every field they see.
   * @default false: it is checked like any other value
   */
  readonly mayBeEmpty?: true;
  /**
   * The placeholder for the value in the help, such as "path".
   * @default "n" for a number, "text" for text
   */
  readonly placeholder?: string;
  /**
   * The letters that stand for the option on the command line, such as "n" for `-n`.
   * @default none
   */
  readonly short?: string;
}

export interface TextArgument extends AnyArgument {
  readonly kind: "text";
  readonly default?: string;
}

/** A string, or a list of strings. */
export interface TextsArgument extends AnyArgument {
  readonly kind: "texts";
  readonly default?: undefined;
}

/** `count`: zero or more. `integer`: may be negative; out-of-range values are clamped. */
export interface NumberArgument extends AnyArgument {
  readonly kind: "count" | "integer";
  readonly default?: number;
}

export interface FlagArgument extends AnyArgument {
  readonly kind: "flag";
  readonly default: boolean;
  /**
   * What `--no-…` does, for people. Only for a flag that is on by default.
   * @default none
   */
  readonly forPeopleOff?: string;
}

/** One of a few words. */
export interface ChoiceArgument<Choice extends string = string> extends AnyArgument {
  readonly kind: "choice";
  readonly choices: readonly Choice[];
  readonly default: Choice;
}

export type Argument = TextArgument | TextsArgument | NumberArgument | FlagArgument | ChoiceArgument;

/** The kind of argument that a field of a request needs. */
type ArgumentFor<Value> = [Value] extends [boolean]
  ? FlagArgument
  : [Value] extends [number]
    ? NumberArgument
    : [Value] extends [string]
      ? string extends Value
        ? TextArgument
        : ChoiceArgument<Value>
      : TextsArgument;

/** A declaration for every field of a request. The compiler reports a field with no declaration, or one of the wrong kind. */
export type ArgumentsFor<Request> = {
  readonly [Name in keyof Request]-?: ArgumentFor<NonNullable<Request[Name]>>;
};

/** The same for code that handles the arguments of any tool. */
export type Arguments = Readonly<Record<string, Argument>>;

/** The name of an argument in the JSON of a call. */
export function nameOf(field: string, { name }: Argument): string {
  return name ?? field;
}

/** The arguments that the original of a tool has. */
export function originalsOf(declared: Arguments): Arguments {
  return Object.fromEntries(Object.entries(declared).filter(([, { isOriginal }]) => isOriginal === true));
}
