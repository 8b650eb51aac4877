// The package's entry point: exports by name, nothing else.
export { AccessError } from "./access/access-policy.ts";
export type { Entry, EntryDetails, EntryKind, Location, ReadKind } from "./core/entry.ts";
export type {
  DirectoryRead,
  FileSystem,
  KeyPage,
  ReadDirectoryOptions,
  ReadFileOptions,
  ReadKeysOptions,
  ReadOptions,
} from "./core/file-system.ts";
export type { Problem } from "./core/problem.ts";
export { localDisk } from "./disk/local-disk.ts";
export { memory, type MemoryEntry } from "./disk/memory.ts";
export type { GitignoreMode } from "./filters/root-filter.ts";
export type { FoundFile, FoundFiles } from "./find/search-answer.ts";
export type { ListingEntry } from "./list/page.ts";
export type { S3Options } from "./s3/s3-client.ts";
export { s3 } from "./s3/s3.ts";
export type { AmountRead, ListingEnd, NotShown, PageEnd } from "./text/closing-lines.ts";
export type { DirectoryPage } from "./text/directory-json.ts";
export { estimateTokens } from "./text/estimate-tokens.ts";
export { renderListing, type ListDirEntry, type ListDirPage } from "./text/listing.ts";
export type { MapFold } from "./text/fold.ts";
export {
  renderMap,
  type CountTokens,
  type DirectoryMap,
  type MapClosedDirectory,
  type MapContents,
  type MapFile,
  type MapName,
  type MapOpenDirectory,
} from "./text/map-text.ts";
export {
  FunctionCallError,
  type FunctionCallErrorCode,
  type FunctionCallErrorKind,
  type FunctionCallErrorOptions,
} from "./tooling/function-call-error.ts";
export type { FunctionCall, FunctionCallOutput, ToolRouter } from "./tooling/tool-router.ts";
export type {
  OnProgress,
  ParametersSchema,
  ParameterSchema,
  Progress,
  Tool,
  ToolInvocation,
  ToolOutput,
  ToolPayload,
  ToolSpec,
} from "./tooling/tool.ts";
export { createToolRouter, type ToolRouterOptions } from "./tools/create-tool-router.ts";
export type { Profile } from "./tools/profile.ts";
export type { FilterOptions } from "./tools/filter-arguments.ts";
export type { AccessOptions, Limits, OperatorOptions, ToolDefaults } from "./operator/operator-options.ts";
export { findFiles, findFilesText, type FindFilesOptions } from "./tools/find-files.ts";
export { listDir, type ListDirOptions, type ListDirOrder } from "./tools/list-dir.ts";
export {
  listDirectory,
  type HiddenEntries,
  type ListDirectoryOptions,
  type ListDirectoryPage,
} from "./tools/list-directory.ts";
export { mapDir, mapDirText, type MapDirOptions } from "./tools/map-dir.ts";
export { walkDir, type WalkDirOptions } from "./tools/walk-dir.ts";
