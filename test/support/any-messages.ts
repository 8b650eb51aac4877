// Random messages of both eras of the protocol, from those that every client sends to those that none does.
import fc from "fast-check";

import { ENVELOPE, greeting } from "./stdio-server.ts";

type Fields = Record<string, unknown>;

const KEY = "io.modelcontextprotocol";

/** Those that are called most are here more than once. */
const METHODS =
  "tools/call tools/call tools/call tools/list resources/list resources/read resources/templates/list ping initialize \
server/discover subscriptions/listen prompts/list logging/setLevel completion/complete tasks/get Tools/call constructor ".split(
    " ",
  );

const ODD = [null, true, 1.5, "text", [], {}];

/** How a connection can begin. */
export function openings(): object[][] {
  const now = { jsonrpc: "2.0", id: "first", method: "tools/list", params: { _meta: ENVELOPE } };
  const discover = { ...now, id: "probe", method: "server/discover" };
  return [
    ...["2024-11-05", "2025-06-18", "2025-11-25", "1999-01-01"].map((version) => greeting(version)),
    [now],
    [discover, now],
    [discover, ...greeting()],
  ];
}

/** Any message, odd in up to a few places. Requests have the id "#", which is to be replaced by one of their own. */
export function anyMessage(): fc.Arbitrary<unknown> {
  const odd = fc.constantFrom(...ODD);
  const rarely = (usual: fc.Arbitrary<unknown>) =>
    fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: odd });
  const optional = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
  const envelope = fc.record(
    {
      [`${KEY}/protocolVersion`]: rarely(
        fc.constantFrom("2026-07-28", "2026-07-28", "2026-07-28", "2026-07-29", "2025-11-25", ""),
      ),
      [`${KEY}/clientInfo`]: rarely(fc.constant({ name: "test", version: "1" })),
      [`${KEY}/clientCapabilities`]: rarely(fc.constantFrom({}, { roots: {} }, { elicitation: { form: {} } })),
    },
    { requiredKeys: [] },
  );
  const extras = optional({
    progressToken: rarely(fc.constantFrom(0, "", "token")),
    [`${KEY}/logLevel`]: fc.constantFrom("debug", "loud"),
    [`${KEY}/related-task`]: fc.constantFrom({ taskId: "1" }, 1),
    "a.host/key": odd,
  });
  const meta = fc.oneof(
    { weight: 6, arbitrary: fc.constant(ENVELOPE) },
    { weight: 2, arbitrary: envelope },
    { weight: 2, arbitrary: extras },
    { weight: 2, arbitrary: fc.tuple(fc.constant(ENVELOPE), extras).map(([one, two]) => ({ ...one, ...two })) },
    { weight: 1, arbitrary: odd },
  );
  const params = optional({
    name: rarely(fc.constantFrom("list_dir", "map_dir", "list_directory", "show_dir", "rm", "", "__proto__")),
    arguments: rarely(
      fc.constantFrom<Fields>({ dir_path: "/" }, { path: "/" }, { dir_path: "/b", limit: 0 }, {}, { dir_path: 1 }),
    ),
    _meta: meta,
    uri: rarely(fc.constantFrom("ui://dirleaf/tree.html", "ui://dirleaf/none", "no uri")),
    protocolVersion: rarely(fc.constantFrom("2025-11-25", "2025-06-18", "1")),
    capabilities: rarely(fc.constant({})),
    clientInfo: rarely(fc.constant({ name: "test", version: "1" })),
    notifications: rarely(fc.constantFrom({}, { toolsListChanged: true })),
  });
  const withUnread = fc
    .tuple(params, optional({ cursor: odd, task: odd, requestState: odd }))
    .map(([one, two]) => ({ ...one, ...two }));
  const request = fc.record({
    jsonrpc: fc.constant("2.0"),
    id: fc.constant("#"),
    method: fc.constantFrom(...METHODS),
    params: fc.oneof(
      { weight: 20, arbitrary: params },
      { weight: 2, arbitrary: withUnread },
      { weight: 1, arbitrary: odd },
    ),
  });
  const notification = fc.record({
    jsonrpc: fc.constant("2.0"),
    method: fc.constantFrom("notifications/initialized", "notifications/odd", "notifications/progress", "tools/call"),
    params: optional({ requestId: odd, _meta: meta }),
  });
  const spoiled = fc
    .tuple(request, fc.constantFrom("jsonrpc", "id", "method", "extra"), odd)
    .map(([message, key, value]) => ({ ...message, [key]: value }))
    // A text is a good id, and would be there twice.
    .filter(({ id }) => (id as unknown) !== "text");
  const response = fc.constantFrom(
    { jsonrpc: "2.0", id: 5, result: {} },
    { jsonrpc: "2.0", id: 5, error: { code: 1, message: "" } },
  );
  return fc.oneof(
    { weight: 20, arbitrary: request },
    { weight: 3, arbitrary: notification },
    { weight: 2, arbitrary: spoiled },
    { weight: 1, arbitrary: response },
    { weight: 1, arbitrary: fc.array(request, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.constantFrom("{", "5", "null", "[]", '"text"') },
  );
}
