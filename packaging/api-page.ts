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
      new Set(entryPoints.flatMap(({ symbols }) => symbols.map(({ name }) => name))),
    );
    return entryPoints.flatMap(({ name, symbols }) => {
      const functions = symbols.filter(isFunction);
      const types = symbols.filter((symbol) => !isFunction(symbol));
      return [`## \`${name}\``, ...[...functions, ...types].map((symbol) => describer.describe(symbol))];
    });
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

class Describer {
  readonly #project: Project;
  /** The names of every export of every entry point. */
  readonly #exported: ReadonlySet<string>;

  constructor(declared: Project, exported: ReadonlySet<string>) {
    this.#project = declared;
    this.#exported = exported;
  }

  /** The section of an export. */
  describe(symbol: Symbol): string {
    const node = this.#nodeOf(symbol);
    const comment = this.#commentOf(symbol);
    if (isFunctionDeclaration(node)) {
      const signature = withoutBody(node).replace(/^(async )?function\*? ?/, "");
      return join([
        `### ${symbol.name}`,
        code(signature),
        comment,
        this.#linksIn(signature),
        ...this.#hiddenOptions(node),
      ]);
    }
    if (isInterfaceDeclaration(node) || isClassDeclaration(node)) {
      return join([`### ${symbol.name}`, comment, ...this.#membersOf(symbol)]);
    }
    const declaration = node.getText().replace(/^export /, "");
    return join([`### ${symbol.name}`, code(declaration), comment, this.#linksIn(declaration, symbol.name)]);
  }

  /** The options of a function whose type no entry point exports. */
  #hiddenOptions(node: Node & { readonly parameters: readonly Node[] }): string[] {
    return node.parameters.flatMap((parameter) => {
      const symbol = this.#project.checker.getTypeAtLocation(parameter)?.getSymbol();
      const isHidden =
        symbol?.declarations[0]?.kind === SyntaxKind.InterfaceDeclaration && !this.#exported.has(symbol.name);
      return symbol !== undefined && isHidden && isOurs(this.#nodeOf(symbol)) ? this.#membersOf(symbol) : [];
    });
  }

  /** A table of what is declared here, and links to where the rest is. */
  #membersOf(symbol: Symbol): string[] {
    const { checker } = this.#project;
    const own: Member[] = [];
    const elsewhere = new Map<string, string[]>();
    const members = checker
      .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))
      .filter(({ name }) => !name.startsWith("__"))
      .map((member) => ({ member, node: this.#nodeOf(member) }))
      // Members that every error or array has are left out.
      .filter(({ node }) => isOurs(node))
      .map((each) => ({ ...each, owner: ownerOf(each.node) }))
      .sort((one, other) =>
        one.owner === other.owner
          ? one.node.pos - other.node.pos
          : Number(other.owner === symbol.name) - Number(one.owner === symbol.name) ||
            (one.owner < other.owner ? -1 : 1),
      );
    for (const { member, node, owner } of members) {
      if (owner !== symbol.name && this.#exported.has(owner)) {
        elsewhere.set(owner, [...(elsewhere.get(owner) ?? []), member.name]);
      } else {
        own.push(this.#toMember(member, node));
      }
    }
    const links = [...elsewhere].map(
      ([owner, names]) => `${linkTo(owner)}: ${names.map((name) => `\`${name}\``).join(", ")}`,
    );
    return [
      own.length === 0 ? "" : renderTable(own),
      links.length === 0 ? "" : `${own.length === 0 ? "It has" : "It also has"} these:\n\n- ${links.join("\n- ")}`,
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

  #linksIn(text: string, self?: string): string {
    const names = new Set(text.match(/\b[A-Z]\w+/g) ?? []);
    const linked = [...names].filter((name) => name !== self && this.#exported.has(name)).map(linkTo);
    return linked.length === 0 ? "" : `See ${linked.join(", ")}.`;
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
  const rows = members.map(({ name, type, isOptional, default: byDefault, comment }) =>
    [
      `\`${name}${isOptional && !hasDefaults ? "?" : ""}\``,
      `\`${type}\``,
      ...(hasDefaults ? [byDefault ?? (isOptional ? "–" : "required")] : []),
      comment,
    ].map(toCell),
  );
  const head = ["name", "type", ...(hasDefaults ? ["default"] : []), ""];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** The name of the type that declares a member. */
function ownerOf({ parent }: Node): string {
  return (parent as { readonly name?: { readonly text: string } }).name?.text ?? "";
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
