// The files that tell hosts and registries what this package is. `npm run tables` writes its version into them; test/publishing.test.ts checks the rest.

/** The plugins and extensions of hosts. */
export const PLUGINS: readonly string[] = [
  "integrations/dirleaf/.claude-plugin/plugin.json",
  "integrations/dirleaf/.codex-plugin/plugin.json",
  "integrations/dirleaf/gemini-extension.json",
];

/** Everything that names the version beside package.json. */
export const VERSIONED: readonly string[] = [...PLUGINS, "scripts/server.json", "src/tooling/version.ts"];

/** A file with this version. */
export function writeVersion(text: string, version: string): string {
  return text.replaceAll(/("version": |VERSION(?:: string)? = )"[^"]*"/g, `$1"${version}"`);
}
