// Globs that are refused because they can't mean what was meant, and what the refusal tells the model to write.
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { refuseMistakes } from "../../src/filters/glob-mistake.ts";
import { inDepth } from "../support/deep.ts";

function refusal(glob: string, option = "include"): string | undefined {
  try {
    refuseMistakes(option, ["*.ok", glob]);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

describe("a glob with a mistake is refused with the right form", () => {
  test.each([
    ["*.{ts,tsx", '"*.{ts,tsx}"'],
    ["{src,lib/**/*.ts", '"{src,lib}/**/*.ts"'],
    ["{a,{b,c}", '"{a,{b,c}}"'],
    ["src/[id/page.tsx", '"src/[id]/page.tsx"'],
    ["[...slug/page.tsx", '"[...slug]/page.tsx"'],
    ["[id.tsx", '"[id].tsx"'],
    ["[a][b", '"[a][b]"'],
    ["[[:alpha:]*", '"[[:alpha:]]*"'],
    ["{[id,x}", '"{[id],x}"'],
    ["!node_modules", '`exclude`: "node_modules"'],
    ["!(node_modules|dist)/**", '`exclude`: "{node_modules,dist}/**"'],
    ["!(*.test).ts", '`include`: "*.ts", `exclude`: "*.test.ts"'],
    ["*.@(ts|tsx)", '"*.{ts,tsx}"'],
    ["*.(ts|tsx)", '"*.{ts,tsx}"'],
    ["**/*.+(js|ts)", '"**/*.{js,ts}"'],
    ["@(src|lib)/**/*.ts", '"{src,lib}/**/*.ts"'],
    ["*.@(ts)", '"*.ts"'],
    ["*.ts?(x)", '"*.ts{,x}"'],
    ["**/?(*.)+(spec|test).[jt]s?(x)", '"**/{,*.}{spec,test}.[jt]s{,x}"'],
    ["**/*.{test,spec}.?(c|m)[jt]s?(x)", '"**/*.{test,spec}.{,c,m}[jt]s{,x}"'],
    ["*.!(test).ts", '`include`: "*.*.ts", `exclude`: "*.test.ts"'],
    ["src/!(a|b)*.ts", '`include`: "src/*.ts", `exclude`: "src/{a,b}*.ts"'],
    ["a*(b|c)", '"a{,b,c}"'],
    ["+([0-9]).md", '"[0-9]*.md"'],
    ["@(a|+(b|c))", '"{a,{b,c}}"'],
    ["*.@(ts|tsx),*.md", '["*.{ts,tsx}","*.md"]'],
    ["src\\*.@(ts|tsx)", '"src/*.{ts,tsx}"'],
    ["*.ts,!*.test.ts", '`include`: "*.ts", `exclude`: "*.test.ts"'],
    ["!src,!lib", '`exclude`: ["src","lib"]'],
    ["src\\**\\*.ts", '"src/**/*.ts"'],
    ["src\\*.ts", '"src/*.ts"'],
    ["src\\*.{ts,tsx}", '"src/*.{ts,tsx}"'],
    ["src\\**", '"src/**"'],
    ["**\\*.ts", '"**/*.ts"'],
    ["**\\.env", '"**/.env"'],
    ["src\\lib", '"src/lib"'],
    ["src/lib\\a.ts", '"src/lib/a.ts"'],
    ["C:\\repo\\src\\**", '"C:/repo/src/**"'],
    ["app\\[slug]\\page.tsx", '"app/[slug]/page.tsx"'],
    ["src\\**,lib\\**", '["src/**","lib/**"]'],
    ["*.md,*.txt", '["*.md","*.txt"]'],
    ["*.md, *.txt,", '["*.md","*.txt"]'],
    ["*.ts|*.tsx", '["*.ts","*.tsx"]'],
    ["*.ts; *.tsx", '["*.ts","*.tsx"]'],
    ["src/**|lib/**", '["src/**","lib/**"]'],
    ["*.@(ts|tsx)|*.md", '["*.{ts,tsx}","*.md"]'],
    ["*.{md,mdx},README", '["*.{md,mdx}","README"]'],
    ['"*.md","*.txt"', '["*.md","*.txt"]'],
    ["src/,docs/", '["src/","docs/"]'],
    ["/src/**,/docs/**", '["/src/**","/docs/**"]'],
    ["src/a.ts,src/b.ts", '["src/a.ts","src/b.ts"]'],
    ["package.json,tsconfig.json", '["package.json","tsconfig.json"]'],
    ["node_modules,dist", '["node_modules","dist"]'],
    [".git,dist.old", '[".git","dist.old"]'],
    ["['*.ts', '*.md']", '["*.ts","*.md"]'],
    ['["*.ts",]', '"*.ts"'],
  ])("%s: %s", (glob, form) => {
    expect(refusal(glob)).toMatch(`${JSON.stringify(glob)} `);
    expect(refusal(glob)?.replace(/, or "(?:[^"]|\\")*" for .*$/, "")).toMatch(
      new RegExp(`; write ${form.replaceAll(/[^\w ]/g, "\\$&")}$`),
    );
  });

  test("a negation in exclude is sent to include", () => {
    expect(refusal("!keep.md", "exclude")).toContain('write `include`: "keep.md"');
    expect(refusal("!(a|b).md", "exclude")).toContain('write `include`: "{a,b}.md", or "\\\\(" for');
  });

  test("a long one is not repeated", () => {
    for (const glob of ["{", "!*", "[*", "@(a|b)", "src\\**", "a.b,a.b", "['a']"].map((start) =>
      start.padStart(500, start),
    )) {
      expect(refusal(glob)?.length ?? 0).toBeLessThan(200);
    }
    expect(refusal(`${"x".repeat(200)}{`)).toMatch(/^a glob has a \{ that is not closed; write for instance "\*\.\{/);
  });

  test("whatever the form is, it has no mistake", () => {
    const pieces = `a src .ts * ** ? / \\ [ ] { } , ! ^ - ' " ( | ) @( !( +( ?( *( *. .md [id] [[:alpha:] ... \\* \\[ \\{ \\, é \u{1f600}`;
    const piece = fc.constantFrom(" ", ...pieces.split(" "));
    const anyGlob = fc.array(piece, { minLength: 1, maxLength: 9 }).map((joined) => joined.join(""));
    fc.assert(
      fc.property(anyGlob, (glob) => {
        const refused = refusal(glob);
        const form = refused
          ?.slice(refused.indexOf("; write ") + 8)
          .replace(/, or "(?:\*\*\/!…|\[\*\]|\\\\.)" for .*$/, "");
        for (const [json] of form?.matchAll(/"(?:[^"\\]|\\.)*"/g) ?? []) {
          expect([glob, json, refusal(JSON.parse(json) as string)]).toEqual([glob, json, undefined]);
        }
      }),
      { numRuns: inDepth(160, 100_000) },
    );
  });
});

describe("a name that really has such characters can be written", () => {
  const braces = "{a,b} *.{md,txt} {a,b},c {{name}} \\{x *.\\{ts a} [{]";
  const brackets = "[slug] [...slug] [[...slug]] [] a[].ts [!] ] \\[x app/\\[slug\\] [\"']* [c-a] @scope/(group)";
  const negations = "\\!x **/!x ! a!b";
  const backslashes = "a\\*b \\** *\\.ts /walk\\** **/a\\* a\\\\b \\";
  const commas =
    "a|b.txt a;b [|]x* *.md\\|*.txt (a;b) a,b.txt 1,234.csv *,* *,v *.c,v main.c,v a\\,b *.md\\,*.txt [,]x* x, docs/aa,bb.txt /ab,cd* /ab*,cd";
  const parentheses =
    "(group) app/(group)/** *(1).pdf report?(1).pdf a?(copy).md Wow!(1).mp3 a@(b) x+(y) *.@\\(a|b) [@](a [(|)] a|b @() (|)";
  const globs = [braces, brackets, negations, backslashes, commas, parentheses].flatMap((line) => line.split(" "));

  test.each([...globs, "Smith, John.pdf", "* (1).pdf"])("%s", (glob) => {
    expect(refusal(glob)).toBeUndefined();
  });
});
