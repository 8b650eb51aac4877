// The part of `docs/api.md` that lists every export of every entry point, made from the declarations and their comments.
// `npm run tables` writes it; `test/documents.test.ts` fails if it is out of date.
import fs from "node:fs";
import path from "node:path";
import {
  isClassDeclaration,
  isFunctionDeclaration,
  isInterfaceDeclaration,
  isMethodDeclaration,
  isMethodSignatureDeclaration,
  isPropertyDeclaration,
  isPropertySignatureDeclaration,
} from "typescript/unstable/ast/is";
import { SyntaxKind, type Node } from "typescript/unstable/ast";
import { API, SymbolFlags, type Project, type Symbol } from "typescript/unstable/sync";

/** The page with these lists. */
export const API_PAGE = "docs/api.md";

/** Everything after this line is generated. */
export const API_START = "<!-- made from the declarations -->\n";

const project = path.join(import.meta.dirname, "..");

/** The page with its lists as they should be. */
export function writeApiPage(page: string): string {
  const [head] = page.split(API_START);
  return `${head}${API_START}\n${renderEntryPoints().join("\n\n")}\n`;
}

function renderEntryPoints(): string[] {
  const { exports } = JSON.parse(fs.readFileSync(path.join(project, "package.json"), "utf8")) as {
    exports: Record<string, string | { types: string }>;
  };
  const api = new API({ cwd: project });
  try {
    const config = path.join(project, "tsconfig.build.json");
    const declared = api.updateSnapshot({ openProject: config }).getProject(config) as Project;
    const entryPoints = Object.entries(exports).flatMap(([name, target]) =>
      typeof target === "string"
        ? []
        : { name: path.posix.join("dirleaf", name), symbols: exportsOf(target.types, declared) },
    );
    const describer = new Describer(
      declared,
      entryPoints.flatMap(({ symbols }) => symbols),
    );
    const functions = entryPoints.flatMap(({ symbols }) => symbols.filter(isFunction));
    const index = functions.map((symbol) => describer.indexRow(symbol));
    const sections = entryPoints.flatMap(({ name, symbols }) => describer.describeEntryPoint(name, symbols));
    return [
      "## All functions",
      "Each with the types that only it needs.",
      tableOf(["function", ""], index),
      ...sections,
    ];
  } finally {
    api.close();
  }
}

/** What an entry point exports, by name. `types`: its declarations, as `package.json` names them. */
function exportsOf(types: string, { program, checker }: Project): Symbol[] {
  const source = types.replace("./dist/", "src/").replace(/\.d\.ts$/, ".ts");
  const file = program.getSourceFile(path.join(project, source));
  const module = file && checker.getSymbolAtLocation(file);
  if (module === undefined) {
    throw new Error(`no source for ${types}`);
  }
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function isFunction({ flags }: Symbol): boolean {
  return (flags & SymbolFlags.Function) !== 0;
}

interface Member {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly default: string | undefined;
  readonly comment: string;
}

interface SharedPart {
  readonly name: string;
  /** Where each of its members is declared. */
  readonly places: ReadonlySet<string>;
}

/** A type that more functions than this have to do with stands below the functions, any other with the first of them. */
const MOST_FUNCTIONS_OF_A_TYPE = 2;

/** What more types than this have in common has a section of its own; what fewer have is repeated in their tables. */
const MOST_TABLES_OF_A_PART = 2;

class Describer {
  readonly #project: Project;
  /** Every export that has a table of its members. */
  readonly #withMembers: Map<string, Symbol>;
  /** Those among them that many others have all members of, the smallest first. */
  readonly #shared: readonly SharedPart[];

  constructor(declared: Project, exported: readonly Symbol[]) {
    this.#project = declared;
    this.#withMembers = new Map(
      exported.filter((symbol) => this.#hasMembers(symbol)).map((symbol) => [symbol.name, symbol]),
    );
    const sets = [...this.#withMembers].map(([name, symbol]) => {
      const places = new Set(this.#allMembersOf(symbol).map(({ node }) => placeOf(node)));
      return { name, places };
    });
    this.#shared = sets
      .filter((part) => {
        const wholes = sets.filter(({ places }) => [...part.places].every((place) => places.has(place)));
        return wholes.length - 1 > MOST_TABLES_OF_A_PART;
      })
      .toSorted((one, other) => one.places.size - other.places.size);
  }

  /** The row of a function in the table of all. */
  indexRow(symbol: Symbol): string[] {
    const [sentence = ""] = /^.*?\.(?=\s|$)/s.exec(this.#commentOf(symbol)) ?? [];
    return [linkTo(symbol.name), sentence];
  }

  /** An entry point: each function with the types that only it needs, then the other types. */
  describeEntryPoint(name: string, symbols: readonly Symbol[]): string[] {
    const functions = symbols.filter(isFunction);
    // What a framework's tools look like in detail is explained by its own documents.
    const levels = name === "dirleaf" ? Infinity : 1;
    const reached = new Map(functions.map((symbol) => [symbol, this.#reachedFrom(this.#signatureOf(symbol), levels)]));
    const types = symbols.filter((symbol) => !isFunction(symbol));
    const ownTypes = functions.map((symbol) =>
      [...(reached.get(symbol) ?? [])].filter((type) => {
        const users = functions.filter((one) => reached.get(one)?.has(type));
        return types.includes(type) && users[0] === symbol && users.length <= MOST_FUNCTIONS_OF_A_TYPE;
      }),
    );
    const rest = types.filter((type) => !ownTypes.flat().includes(type));
    if (name !== "dirleaf") {
      rest.forEach((type) => this.#withMembers.delete(type.name));
    }
    const sections = functions.flatMap((symbol, index) => {
      const own = ownTypes[index] as readonly Symbol[];
      return [this.#describeFunction(symbol, own), ...own.map((type) => this.#describeType(type, "####", own))];
    });
    const withMembers = rest.filter((type) => this.#withMembers.has(type.name));
    const others = rest.filter((type) => !withMembers.includes(type));
    return [
      `## \`${name}\``,
      ...sections,
      ...withMembers.map((type) => this.#describeType(type, "###")),
      ...(others.length === 0 ? [] : [`### Other types of \`${name}\``, this.#tableOfTypes(others)]),
    ];
  }

  /** The types that a text names, those that their members name, and so on, in the order in which a reader meets them. */
  #reachedFrom(text: string, levels: number, reached = new Set<Symbol>()): ReadonlySet<Symbol> {
    const types = [...namesIn(text)].flatMap((name) => this.#withMembers.get(name) ?? []);
    const found = types.filter((type) => !reached.has(type));
    found.forEach((type) => reached.add(type));
    for (const type of levels > 1 ? found : []) {
      const members = this.#allMembersOf(type).map(({ member, node }) => this.#toMember(member, node).type);
      this.#reachedFrom(members.join(" "), levels - 1, reached);
    }
    return reached;
  }

  #describeFunction(symbol: Symbol, own: readonly Symbol[]): string {
    const node = this.#nodeOf(symbol);
    const signature = this.#signatureOf(symbol);
    return join([
      `### ${symbol.name}`,
      code(signature),
      this.#commentOf(symbol),
      this.#linksIn(signature, own),
      ...(isFunctionDeclaration(node) ? this.#hiddenOptions(node) : []),
    ]);
  }

  /** `near`: types whose tables stand beside this one, so that it needs no links to them. */
  #describeType(symbol: Symbol, level: string, near: readonly Symbol[] = [symbol]): string {
    return join([`${level} ${symbol.name}`, this.#commentOf(symbol), ...this.#membersOf(symbol, near)]);
  }

  /** Types without a table of their own, each with what it stands for. */
  #tableOfTypes(symbols: readonly Symbol[]): string {
    const rows = symbols.map((symbol) => {
      const [, definition] = /^export type [^=]*=\s*\|?([^]*?);?$/.exec(this.#nodeOf(symbol).getText()) ?? [];
      return [
        `\`${symbol.name}\``,
        definition === undefined ? "" : `\`${definition.trim()}\``,
        this.#commentOf(symbol),
      ];
    });
    return tableOf(["type", "is", ""], rows);
  }

  #signatureOf(symbol: Symbol): string {
    return withoutBody(this.#nodeOf(symbol)).replace(/^(async )?function\*? ?/, "");
  }

  #hasMembers(symbol: Symbol): boolean {
    const node = this.#nodeOf(symbol);
    return isInterfaceDeclaration(node) || isClassDeclaration(node);
  }

  /** The options of a function whose type no entry point exports. */
  #hiddenOptions(node: Node & { readonly parameters: readonly Node[] }): string[] {
    return node.parameters.flatMap((parameter) => {
      const symbol = this.#project.checker.getTypeAtLocation(parameter)?.getSymbol();
      const isHidden =
        symbol?.declarations[0]?.kind === SyntaxKind.InterfaceDeclaration && !this.#withMembers.has(symbol.name);
      return symbol !== undefined && isHidden && isOurs(this.#nodeOf(symbol)) ? this.#membersOf(symbol) : [];
    });
  }

  /** All members of a type but for those that every error or array has: its own first, then what a model can send, too. */
  #allMembersOf(symbol: Symbol): { readonly member: Symbol; readonly node: Node }[] {
    const { checker } = this.#project;
    const rank = (node: Node): number => {
      const owner = ownerOf(node);
      return owner === symbol.name ? 0 : owner.endsWith("Arguments") ? 1 : 2;
    };
    return checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
      .filter(({ name }) => !name.startsWith("__"))
      .map((member) => ({ member, node: this.#nodeOf(member) }))
      .filter(({ node }) => isOurs(node))
      .sort((one, other) => rank(one.node) - rank(other.node) || compareDeclarations(one.node, other.node));
  }

  /** A table of a type's members, and links to where those are that it shares with many others. */
  #membersOf(symbol: Symbol, near: readonly Symbol[] = []): string[] {
    const own: Member[] = [];
    const elsewhere = new Map<SharedPart, string[]>();
    for (const { member, node } of this.#allMembersOf(symbol)) {
      const part = this.#shared.find(({ name, places }) => name !== symbol.name && places.has(placeOf(node)));
      if (part === undefined) {
        own.push(this.#toMember(member, node));
      } else {
        elsewhere.set(part, [...(elsewhere.get(part) ?? []), member.name]);
      }
    }
    const links = [...elsewhere].map(([{ name, places }, names]) => {
      const some = names.length < places.size ? `${names.map((one) => `\`${one}\``).join(", ")} of` : "all of";
      return `- ${some} ${linkTo(name)}`;
    });
    return [
      own.length === 0 ? "" : renderTable([...own.filter(isRequired), ...own.filter((one) => !isRequired(one))]),
      links.join("\n"),
      this.#linksIn(own.map(({ type }) => type).join(" "), near),
    ];
  }

  #toMember(symbol: Symbol, node: Node): Member {
    const { checker } = this.#project;
    const isOptional = (symbol.flags & SymbolFlags.Optional) !== 0;
    return {
      name: symbol.name,
      type: typeOf(node, isOptional),
      isOptional,
      default: checker.getJsDocTagsOfSymbol(symbol).find(({ name }) => name === "default")?.text,
      comment: this.#commentOf(symbol),
    };
  }

  /** Links to the tables of the types in a text, but for some that need none. */
  #linksIn(text: string, known: readonly Symbol[]): string {
    const linked = [...namesIn(text)].filter(
      (name) => this.#withMembers.has(name) && !known.some((symbol) => symbol.name === name),
    );
    return linked.length === 0 ? "" : `See ${linked.map(linkTo).join(", ")}.`;
  }

  #commentOf(symbol: Symbol): string {
    return this.#project.checker.getDocumentationCommentOfSymbol(symbol).trim();
  }

  #nodeOf(symbol: Symbol): Node {
    const node = (symbol.valueDeclaration ?? symbol.declarations[0])?.resolve(this.#project);
    if (node === undefined) {
      throw new Error(`'${symbol.name}' has no declaration`);
    }
    return node;
  }
}

/** With defaults where the members are options. */
function renderTable(members: readonly Member[]): string {
  const hasDefaults = members.some((member) => member.default !== undefined);
  const rows = members.map(({ name, type, isOptional, default: byDefault, comment }) => [
    `\`${name}${isOptional && !hasDefaults ? "?" : ""}\``,
    `\`${type}\``,
    ...(hasDefaults ? [byDefault ?? (isOptional ? "–" : "required")] : []),
    comment,
  ]);
  return tableOf(["name", "type", ...(hasDefaults ? ["default"] : []), ""], rows);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows.map((cells) => cells.map(toCell))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function isRequired({ isOptional }: Member): boolean {
  return !isOptional;
}

/** The names in a text that may be types. */
function namesIn(text: string): Set<string> {
  return new Set(text.match(/\b[A-Z]\w+/g) ?? []);
}

/** The name of the type that declares a member. */
function ownerOf({ parent }: Node): string {
  return (parent as { readonly name?: { readonly text: string } }).name?.text ?? "";
}

/** The order of two declarations, file by file: otherwise it would depend on which types the checker saw first. */
function compareDeclarations(one: Node, other: Node): number {
  const [file, otherFile] = [one.getSourceFile().fileName, other.getSourceFile().fileName];
  return file === otherFile ? one.pos - other.pos : file < otherFile ? -1 : 1;
}

/** Where something is declared. */
function placeOf(node: Node): string {
  return `${node.getSourceFile().fileName}:${node.pos}`;
}

function isOurs(node: Node): boolean {
  return !path.relative(path.join(project, "src"), node.getSourceFile().fileName).startsWith("..");
}

function toCell(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("|", "\\|");
}

/** The type of a member as it is written; of a method, its parameters and its result. */
function typeOf(node: Node, isOptional: boolean): string {
  if (isMethodDeclaration(node) || isMethodSignatureDeclaration(node)) {
    return withoutBody(node).replace(/^async /, "");
  }
  if (isPropertySignatureDeclaration(node) || isPropertyDeclaration(node)) {
    const type = node.type?.getText() ?? node.initializer?.getText() ?? "unknown";
    return (isOptional ? type.replace(/ \| undefined$/, "") : type).replaceAll(/\/\*\*.*?\*\/\s*/gs, "");
  }
  return node.getText();
}

function withoutBody(node: Node & { readonly body?: Node | undefined }): string {
  const text = node.getText();
  const whole = node.body === undefined ? text : text.slice(0, text.length - node.body.getText().length);
  return (
    whole
      .trim()
      .replace(/;$/, "")
      .replace(/^export /, "")
      // A destructured parameter is named after its type.
      .replace(
        /\{[^{}]*\}: ([A-Z])(\w+)/,
        (_, first: string, rest: string) => `${first.toLowerCase()}${rest}: ${first}${rest}`,
      )
  );
}

function code(text: string): string {
  return `\`\`\`ts\n${text}\n\`\`\``;
}

function linkTo(name: string): string {
  return `[\`${name}\`](#${name.toLowerCase()})`;
}

function join(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n\n");
}
