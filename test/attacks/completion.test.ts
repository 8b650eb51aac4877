// Directories whose names are made to be run, or to pass for options, completed in real shells and handed over by pressing Enter.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

import { inDepth } from "../support/deep.ts";
import { temporaryFolder } from "../support/make-tree.ts";
import { needProgram } from "../support/needs.ts";
import { runCli } from "../support/run-cli.ts";

const RUN = ["$(touch RUN)", "`touch RUN`", ";touch RUN;", "a\ntouch RUN", "x\n$(touch RUN)", "x\rtouch RUN\r"];

const OPTIONS = ["-rf", "--all", "--endpoint=http:"];

const ODD =
  String.raw`|touch RUN § &touch RUN § >RUN § <x § '; touch RUN; ' § "$(touch RUN)" § a\$(touch RUN) § it's § "dq" § $HOME § $'\x41'`
    .split(" § ")
    .concat("${x:-$(touch RUN)}", "$((1))", "%(e:touch RUN:)", "a\\\nb", "with space", " lead", "end ", "end\\", "\\n")
    .concat("~root #hash !! ^a^b =ls %n @{x} a=b \\back [br] * ? {a,b} (sub) a:b:c café".split(" "))
    .concat(
      "a\tb a\x07b a\x7fb \x01a x\x03y x\x04y \x1b]0;title\x07x \x1b[31mred a\x1b[2Jb \x9b31mx \u202eRTL".split(" "),
    );

const NAMES = [...[...RUN, ...OPTIONS, ...ODD].map((name) => Buffer.from(name)), Buffer.from([0x61, 0xff, 0x62])].slice(
  0,
  inDepth(9, Infinity),
);

/** Writes what `dirleaf map` is given. */
const WRITE = `printf %s "$2" > ../arguments; mv ../arguments ../given`;

/** Names that would pass for options or for somebody's home, and those that shells can't tell from several names: they have to be typed. */
const TYPED_BY_HAND = /^[-~]|[\t\n\r]/;

/** How each shell is started and prepared. */
const SHELLS = {
  bash: {
    start: "bash --norc --noprofile -i",
    prepare: `PS1=; source ./script; dirleaf() { ${WRITE}; }`,
  },
  // As in bash 3.2, which macOS has.
  "bash without compopt": {
    start: "bash --norc --noprofile -i",
    prepare: `PS1=; enable -n compopt; source ./script; dirleaf() { ${WRITE}; }`,
  },
  zsh: {
    start: "zsh -f -i",
    prepare: `PS1=; autoload -U compinit; compinit -u -D; source ./script; bindkey '^I' complete-word; dirleaf() { ${WRITE}; }`,
  },
  fish: {
    start: "fish --no-config -i",
    prepare: `source ./script; function dirleaf; ${WRITE.replace("$2", "$argv[2]")}; end`,
  },
} as const;

/** Types in each folder, in one shell, and keeps what was given there. zsh has terminals for other programs. */
const TYPE = `
zmodload zsh/zpty
zpty shell "$1"
zpty -w shell "$2; touch READY"
wait_for() { local end=$((SECONDS + 30)) chunk; while [[ ! -e $1 ]] && (( SECONDS < end )); do zpty -rt shell chunk || sleep 0.02; done }
wait_for READY
for ((index = 0; index < $3; index++)); do
  zpty -w shell "cd $PWD/$index; touch ../at-$index"
  wait_for at-$index
  zpty -wn shell $'dirleaf map \\t\\r'
  wait_for given
  mv given given-$index
done
zpty -d shell
`;

test.for(["bash", "bash without compopt", "zsh", "fish"] as const)(
  "completing a hostile name runs nothing, and gives that name: %s",
  async (shell, { skip }) => {
    needProgram(skip, "zsh");
    const program = shell === "zsh" || shell === "fish" ? shell : "bash";
    needProgram(skip, program);
    const folder = temporaryFolder();
    fs.writeFileSync(path.join(folder, "script"), (await runCli(["completion", program])).stdout);
    const inFolder = (index: number, name: Buffer) => Buffer.concat([Buffer.from(`${folder}/${index}/`), name]);
    NAMES.forEach((name, index) => fs.mkdirSync(inFolder(index, name), { recursive: true }));
    const { start, prepare } = SHELLS[shell];
    const env = { ...process.env, HOME: folder, TERM: "xterm", LC_ALL: "C.UTF-8" };
    spawnSync("zsh", ["-f", "-c", TYPE, "zsh", start, prepare, String(NAMES.length)], {
      cwd: folder,
      env,
      stdio: "ignore",
    });
    NAMES.forEach((name, index) => {
      expect(fs.readdirSync(`${folder}/${index}`, "buffer")).toEqual([name]);
      const given = fs.readFileSync(`${folder}/given-${index}`, "latin1");
      const text = name.toString("latin1");
      expect(TYPED_BY_HAND.test(text) ? text : given.replace(/\/$/, "")).toBe(text);
    });
  },
);
