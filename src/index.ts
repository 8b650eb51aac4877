// The package's entry point: exports by name, nothing else.
export { localDisk } from "./backends/disk/local-disk.ts";
export { memory, type MemoryEntry } from "./backends/memory.ts";
export { s3, type S3Options } from "./backends/s3/s3.ts";
export { toBytes, toByteString, toText, type ByteString } from "./core/byte-string.ts";
export type { Entry, EntryDetails, EntryKind, ReadKind } from "./core/entry.ts";
export type {
  Batch,
  DirectoryRead,
  FileSystem,
  KeyPage,
  OpenRoot,
  ReadFileOptions,
  ReadKeysOptions,
  ReadOptions,
} from "./core/file-system.ts";
export type { Problem } from "./core/problem.ts";
export type {
  DirectoryMap,
  MapClosedDirectory,
  MapContents,
  MapFile,
  MapFold,
  MapName,
  MapOpenDirectory,
} from "./render/directory-map.ts";
export type { Left, ListingEnd } from "./render/our-words.ts";
export { estimateTokens } from "./render/estimate-tokens.ts";
export type { CountTokens } from "./render/map-word.ts";
export type { NothingMatches } from "./render/our-words.ts";
export { renderMap } from "./render/render-map.ts";
export type { Listing, ListingEntry } from "./render/listing.ts";
export type { DirectoryPage } from "./render/render-directory-json.ts";
export { renderListing } from "./render/render-listing.ts";
export { AccessError } from "./sandbox/access-policy.ts";
export type { AccessOptions } from "./sandbox/access-policy.ts";
export type { OnProgress, Progress } from "./tooling/tool.ts";
export { createToolRouter, type ToolRouterOptions } from "./tools/create-tool-router.ts";
export { FunctionCallError, type FunctionCallErrorKind } from "./tooling/function-call-error.ts";
export { listDir, type ListDirOptions } from "./listing/list-dir.ts";
export type { ListDirEntry, ListDirPage } from "./render/listing.ts";
export { listDirAll, type ListDirAllOptions, type ListDirPart } from "./listing/list-dir-all.ts";
export type { ListDirOrder, ListDirRequest } from "./listing/list-dir-settings.ts";
export type { Profile, ToolDefaults } from "./tools/tool-declaration.ts";
export {
  listDirectory,
  type HiddenEntries,
  type ListDirectoryOptions,
  type ListDirectoryPage,
  type ListDirectoryRequest,
} from "./listing/list-directory.ts";
export {
  findFiles,
  findFilesText,
  type FindFilesOptions,
  type FoundFile,
  type FoundFiles,
} from "./listing/find-files.ts";
export type { FindBounds, FindFilesRequest } from "./listing/find-files-settings.ts";
export { mapDir, mapDirText, type MapBounds, type MapDirOptions, type MapDirRequest } from "./listing/map-dir.ts";
export type { FilterOptions, GitignoreMode } from "./listing/listing-filter.ts";
export type { GuardOptions } from "./listing/listing-guard.ts";
export type { Tool, ToolInvocation, ToolOutput, ToolPayload } from "./tooling/tool.ts";
export type { FunctionCall, FunctionCallOutput, ToolRouter } from "./tooling/tool-router.ts";
export type { ParametersSchema, ParameterSchema, ToolSpec } from "./tooling/tool-spec.ts";
