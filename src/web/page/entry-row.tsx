// One entry as a row shows it: its name as listings write it, so that unusual characters are visible, its kind and its marks.
import type { JSX } from "preact";

import type { ListDirEntry } from "../../text/listing.ts";
import { renderCount } from "../../text/amounts.ts";
import { renderLabel } from "../../text/entry-label.ts";
import { CallFailure } from "./call-failure.ts";

export interface EntryRowProps {
  /** The name as a listing shows it, with the suffix of its kind. */
  readonly label: string;
  readonly kind: ListDirEntry["kind"] | "root";
  readonly isOpen?: boolean | undefined;
  readonly mark: string | undefined;
  readonly count?: number | undefined;
  readonly isPartial?: boolean | undefined;
}

export function EntryRow({ label, kind, isOpen, mark, count, isPartial }: EntryRowProps): JSX.Element {
  const isDirectory = kind === "directory" || kind === "root";
  return (
    <>
      <span class={isDirectory ? `chevron${isOpen === true ? " open" : ""}` : "chevron none"} aria-hidden="true" />
      <span class={`name ${kind}${label.startsWith('"') ? " quoted" : ""}`} title={label}>
        <bdi>{label}</bdi>
      </span>
      <MarkAfter mark={mark} />
      {count !== undefined && (
        <span class="count">
          {renderCount(count)}
          {isPartial === true && "+"}
        </span>
      )}
    </>
  );
}

export function MarkAfter({ mark }: { readonly mark: string | undefined }): JSX.Element | undefined {
  const look = mark === "ignored" || mark === "empty" ? mark : "problem";
  return mark === undefined ? undefined : <span class={`mark ${look}`}>{mark}</span>;
}

/** The last name of an entry as a listing shows it. */
export function labelOf({ path, kind }: ListDirEntry): string {
  return renderLabel(path.slice(path.lastIndexOf("/") + 1), kind);
}

const SHORT_FAILURES: { readonly [Code in NonNullable<CallFailure["code"]>]?: string } = {
  timed_out: "timed out",
  permission_denied: "permission denied",
  not_found: "does not exist",
  no_data: "no data",
};

/** A failure in a word or two. */
export function shortFailure(error: Error): string {
  return (error instanceof CallFailure && error.code && SHORT_FAILURES[error.code]) || "unreadable";
}
