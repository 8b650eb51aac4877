// The arguments of a tool as a form, made from the tool's declaration.
import type { JSX } from "preact";

import type { Field } from "../about.ts";
import type { FieldValues } from "./call-json.ts";

export interface CallFieldsProps {
  /** Distinguishes the fields of two forms on the page. */
  readonly id: string;
  readonly fields: readonly Field[];
  readonly values: FieldValues;
  readonly onChange: (name: string, value: string) => void;
}

export function CallFields({ id, fields, values, onChange }: CallFieldsProps): JSX.Element {
  return (
    <div class="fields">
      {fields.map((field) => {
        const { name, kind, forPeople } = field;
        const value = values[name] ?? "";
        const attributes = { id: `${id}-${name}`, value, title: forPeople };
        return (
          <div key={name} class={`field${value === "" ? "" : " given"}`}>
            <label for={attributes.id}>{name}</label>
            {kind === "choice" || kind === "flag" ? (
              <select {...attributes} onChange={(event) => onChange(name, event.currentTarget.value)}>
                <option value="">{`(${hintOf(field)})`}</option>
                {(kind === "choice" ? field.choices : ["true", "false"]).map((choice) => (
                  <option key={choice} value={choice}>
                    {choice}
                  </option>
                ))}
              </select>
            ) : (
              <input
                {...attributes}
                placeholder={hintOf(field)}
                inputMode={kind === "count" || kind === "integer" ? "numeric" : "text"}
                spellcheck={false}
                autocomplete="off"
                onInput={(event) => onChange(name, event.currentTarget.value)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}

/** What stands in a field while it is empty: the default, or what the values are. */
function hintOf(field: Field): string {
  return field.kind === "texts" ? `${field.placeholder}s` : String(field.default ?? field.defaultInWords ?? "");
}
