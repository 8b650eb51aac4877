// Calls of both eras, from the plainest to those that no client makes.
import fc from "fast-check";

import { ENVELOPE } from "./stdio-server.ts";

export const ERAS: readonly { readonly era: string; readonly envelope: object | undefined }[] = [
  { era: "old", envelope: undefined },
  { era: "new", envelope: ENVELOPE },
];

export type Fields = Record<string, unknown>;

const KEY = "io.modelcontextprotocol";

/** A call in a form that our server answers without the SDK. With an envelope it is of the new era. */
export function plainCall(directory: string, envelope?: object): Fields & { readonly params: Fields } {
  const params = { name: "list_dir", arguments: { dir_path: directory }, ...(envelope && { _meta: envelope }) };
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
}

/** The same call with other arguments, tools and ids: still plain. */
export function plainVariants(directory: string, envelope?: object): Fields[] {
  const call = plainCall(directory, envelope);
  const withParams = (...all: Fields[]) => all.map((more) => ({ ...call, params: { ...call.params, ...more } }));
  const withArguments = (...all: Fields[]) => withParams(...all.map((given) => ({ arguments: given })));
  const withMeta = (...all: Fields[]) => withParams(...all.map((more) => ({ _meta: { ...envelope, ...more } })));
  return [
    call,
    ...["", "1", 'a "quoted" \\ id', "\u00fc\u2028\ud800", 0, -0, -1, 2 ** 53 - 1].map((id) => ({ ...call, id })),
    ...withParams({ name: "list_directory", arguments: { path: directory } }),
    ...withParams({ name: "map_dir", arguments: { dir_path: directory } }),
    ...withParams({ name: "list_directory", arguments: { path: "gone" } }, { arguments: undefined }),
    ...withArguments({}, { dir_path: 1 }, { dir_path: "\ud800" }, { dir_path: directory, limit: 0 }),
    ...withArguments({ dir_path: directory, unknown: { deep: [null] } }, JSON.parse('{"__proto__":1,"0":2}')),
    ...withMeta({ progressToken: 0 }, { progressToken: "" }, { "a.host/tool": { x: 1 } }, { traceparent: 5 }),
  ];
}

/** Calls that the SDK must judge. */
export function oddVariants(directory: string, envelope?: object): (Fields | Fields[])[] {
  const call = plainCall(directory, envelope);
  const { id: _id, ...notification } = call;
  const { params: _params, ...bare } = call;
  const withParams = (...all: Fields[]) => all.map((more) => ({ ...call, params: { ...call.params, ...more } }));
  const withMeta = (...all: Fields[]) => withParams(...all.map((more) => ({ _meta: { ...envelope, ...more } })));
  return [
    [call],
    notification,
    bare,
    ...[null, 1.5, 2 ** 53, 1e300, true, {}].map((id) => ({ ...call, id })),
    ...["1.0", 2, null].map((jsonrpc) => ({ ...call, jsonrpc })),
    ...[null, [], "text", {}].map((params) => ({ ...call, params })),
    { ...call, extra: true },
    { ...call, method: "tools/list" },
    { ...call, method: "Tools/call" },
    ...["rm", "", "constructor", "__proto__", 1, null, undefined].flatMap((name) => withParams({ name })),
    ...[[], null, "text", 1].flatMap((given) => withParams({ arguments: given })),
    ...withParams({ task: { ttl: 1 } }, { task: null }, { inputResponses: {} }, { requestState: "x" }, { other: 1 }),
    ...[null, [], "text"].flatMap((_meta) => withParams({ _meta })),
    ...[null, {}, 1.5, true].flatMap((progressToken) => withMeta({ progressToken })),
    ...withMeta({ [`${KEY}/related-task`]: { taskId: "1" } }, { [`${KEY}/related-task`]: 1 }),
    ...withMeta({ [`${KEY}/logLevel`]: "debug" }, { [`${KEY}/logLevel`]: "loud" }, { [`${KEY}/other`]: 1 }),
    ...envelopes().flatMap((odd) => withParams({ _meta: odd })),
  ];
}

/** Envelopes with a mistake, or of another version. */
function envelopes(): Fields[] {
  const version = `${KEY}/protocolVersion`;
  const capabilities = `${KEY}/clientCapabilities`;
  const client = `${KEY}/clientInfo`;
  const { [version]: _version, ...versionless } = ENVELOPE as Fields;
  const { [capabilities]: _capabilities, ...capabilityless } = ENVELOPE as Fields;
  return [
    ...["2026-07-29", "2025-11-25", "", 2026, null].map((value) => ({ ...ENVELOPE, [version]: value })),
    versionless,
    capabilityless,
    ...[null, [], 1, { elicitation: 1 }].map((value) => ({ ...ENVELOPE, [capabilities]: value })),
    ...[null, {}, "text", { name: 1 }].map((value) => ({ ...ENVELOPE, [client]: value })),
  ];
}

/** Envelopes that are valid, and not the usual one. */
export function validEnvelopes(): Fields[] {
  const { [`${KEY}/clientInfo`]: _client, ...nameless } = ENVELOPE as Fields;
  const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {}, experimental: { x: { y: 1 } } };
  return [nameless, { ...ENVELOPE, [`${KEY}/clientCapabilities`]: capabilities }];
}

/** A call that is put together from parts of the others, plain and odd. */
export function randomCall(directory: string): fc.Arbitrary<Fields> {
  const all = ERAS.flatMap(({ envelope }) => [
    ...plainVariants(directory, envelope),
    ...oddVariants(directory, envelope),
  ]);
  const calls = all.filter((call): call is Fields => !Array.isArray(call));
  const from = (pick: (call: Fields) => unknown) => fc.constantFrom(...calls).map(pick);
  const fromParams = (key: string) => from(({ params }) => (params as Fields | null | undefined)?.[key]);
  const params = fc.record({
    name: fromParams("name"),
    arguments: fromParams("arguments"),
    _meta: fromParams("_meta"),
  });
  return fc.record({
    jsonrpc: fc.constant("2.0"),
    id: from(({ id }) => id),
    method: from(({ method }) => method),
    params,
  });
}
