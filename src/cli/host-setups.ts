// What `dirleaf setup` says about each host: its own commands to install our tools and to remove them, and how to let them run without asking.
// The check of the hosts (`e2e/hosts`) pastes what is here.

export interface HostSetup {
  /** What the user names it by. */
  readonly name: string;
  readonly title: string;
  /** The program that is on the PATH if the user has it. */
  readonly program: string;
  /** Commands, or a link to open. `folder` is our package, as a shell takes it. */
  readonly install: (folder: string) => readonly string[];
  readonly undo: (folder: string) => readonly string[];
  /** How its users are not asked before each call. */
  readonly allow: string;
}

/** The server as editors take it. They do not start it in the user's folder. */
const IN_WORKSPACE = { command: "dirleaf", args: ["mcp", "${workspaceFolder}"] };

export const HOST_SETUPS: readonly HostSetup[] = [
  {
    name: "claude",
    title: "Claude Code",
    program: "claude",
    install: (folder) => [`claude plugin marketplace add ${folder}`, "claude plugin install dirleaf@dirleaf"],
    undo: () => ["claude plugin uninstall dirleaf@dirleaf", "claude plugin marketplace remove dirleaf"],
    allow: `in ~/.claude/settings.json: "permissions": { "allow": ["mcp__plugin_dirleaf_dirleaf"] }`,
  },
  {
    name: "codex",
    title: "Codex",
    program: "codex",
    install: (folder) => [`codex plugin marketplace add ${folder}`, "codex plugin add dirleaf@dirleaf"],
    undo: () => ["codex plugin remove dirleaf@dirleaf", "codex plugin marketplace remove dirleaf"],
    allow: "nothing to do: it does not ask for tools that only read",
  },
  {
    name: "gemini",
    title: "Gemini CLI",
    program: "gemini",
    install: (folder) => [`gemini extensions link ${folder}/integrations/dirleaf`],
    undo: () => ["gemini extensions uninstall dirleaf"],
    allow: `in ~/.gemini/policies/dirleaf.toml: rule = [{ mcpName = "dirleaf", toolName = "*", decision = "allow", priority = 100 }]`,
  },
  {
    name: "opencode",
    title: "opencode",
    program: "opencode",
    install: () => ["opencode mcp add dirleaf -- dirleaf mcp"],
    undo: () => ['(no command: remove "dirleaf" under "mcp" in its configuration, which `opencode debug paths` finds)'],
    allow: "nothing to do: it does not ask unless its configuration says so",
  },
  {
    name: "copilot",
    title: "Copilot CLI",
    program: "copilot",
    install: (folder) => [
      "copilot mcp add dirleaf -- dirleaf mcp",
      `copilot skill add ${folder}/integrations/dirleaf/skills`,
    ],
    undo: (folder) => ["copilot mcp remove dirleaf", `copilot skill remove ${folder}/integrations/dirleaf/skills`],
    allow: "start it with --allow-tool=dirleaf",
  },
  {
    name: "cursor",
    title: "Cursor",
    program: "cursor",
    install: () => [
      `cursor://anysphere.cursor-deeplink/mcp/install?name=dirleaf&config=${encodeURIComponent(btoa(JSON.stringify(IN_WORKSPACE)))}`,
    ],
    undo: () => ['remove "dirleaf" in Settings > MCP'],
    allow: `in ~/.cursor/permissions.json: "mcpAllowlist": ["dirleaf:*"]`,
  },
  {
    name: "vscode",
    title: "VS Code",
    program: "code",
    install: () => [
      `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name: "dirleaf", type: "stdio", ...IN_WORKSPACE }))}`,
    ],
    undo: () => ['remove "dirleaf" in the list that the command "MCP: List Servers" shows'],
    allow: "choose Always Allow where it asks for the first time",
  },
];
