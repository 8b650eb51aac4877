// A button that copies a text, and says for a moment that it did.
import type { JSX } from "preact";
import { useState } from "preact/hooks";

const SAID_MS = 1500;

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }): JSX.Element {
  const [said, setSaid] = useState("Copy");
  const copy = async () => {
    setSaid(
      await navigator.clipboard.writeText(text).then(
        () => "Copied",
        () => "Not allowed",
      ),
    );
    setTimeout(() => setSaid("Copy"), SAID_MS);
  };
  return (
    <button type="button" class="quiet" aria-label={`${said} ${what}`} onClick={() => void copy()}>
      {said}
    </button>
  );
}
