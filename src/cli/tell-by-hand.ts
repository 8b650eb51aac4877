// What `dirleaf mcp` says to a person who starts it by hand: it would seem to hang, as it waits for a host.

const TEXT = `dirleaf mcp is a server: it waits here for an MCP host, which starts it itself. To connect it:

  codex mcp add dirleaf -- npx -y dirleaf mcp
  claude mcp add dirleaf -- npx -y dirleaf mcp
  gemini mcp add dirleaf npx -y dirleaf mcp

In other hosts, the command is npx and its arguments are -y dirleaf mcp, then directories if it
should not list the workspace. 'dirleaf mcp --http' listens on HTTP instead, and
'dirleaf call list_dir' runs a tool once. Ctrl-C ends the server.
`;

/** Says so, if standard input is a terminal. */
export function tellByHand(stdin: NodeJS.ReadableStream, stderr: NodeJS.WritableStream): void {
  if ((stdin as Partial<NodeJS.ReadStream>).isTTY === true) {
    stderr.write(TEXT);
  }
}
