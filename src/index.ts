// The package's entry point: exports by name, nothing else.
export { localDisk } from "./backends/local-disk.ts";
export { memory, type MemoryEntry } from "./backends/memory.ts";
export { s3, type S3Options } from "./backends/s3.ts";
export { toBytes, toByteString, toText, type ByteString } from "./core/byte-string.ts";
export type { Entry, EntryDetails, EntryKind } from "./core/entry.ts";
export type { Batch, FileSystem, OpenRoot, ReadFileOptions, ReadOptions } from "./core/file-system.ts";
export type { Problem } from "./core/problem.ts";
export type { Listing, ListingEntry } from "./render/listing.ts";
export { parseListing } from "./render/parse-listing.ts";
export type { DirectoryPage } from "./render/render-directory-json.ts";
export { renderListing } from "./render/render-listing.ts";
export { AccessError } from "./sandbox/access-bounds.ts";
export type { AccessOptions } from "./sandbox/access-policy.ts";
export type { OnProgress, Progress } from "./tools/count-reads.ts";
export { createToolRouter, type ToolRouterOptions } from "./tools/create-tool-router.ts";
export { FunctionCallError, type FunctionCallErrorKind } from "./tools/function-call-error.ts";
export { listDir, type ListDirEntry, type ListDirOptions, type ListDirPage } from "./tools/list-dir.ts";
export { listDirAll, type ListDirAllOptions, type ListDirPart } from "./tools/list-dir-all.ts";
export type { ListDirOrder, ListDirRequest } from "./tools/list-dir-settings.ts";
export type { Profile } from "./tools/list-dir-tool.ts";
export {
  listDirectory,
  type ListDirectoryOptions,
  type ListDirectoryPage,
  type ListDirectoryRequest,
} from "./tools/list-directory.ts";
export type { FilterOptions, GitignoreMode } from "./tools/listing-filter.ts";
export type { GuardOptions } from "./tools/listing-guard.ts";
export type { ToolInvocation } from "./tools/tool.ts";
export type { ToolOutput } from "./tools/tool-output.ts";
export type { ToolPayload } from "./tools/tool-payload.ts";
export type { FunctionCall, FunctionCallOutput, ToolRouter } from "./tools/tool-router.ts";
export type { ParametersSchema, ParameterSchema, ToolSpec } from "./tools/tool-spec.ts";
