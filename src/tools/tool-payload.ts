// What a call carries: the arguments as the model wrote them.

/** `function`: JSON text. `custom`: free text, which no tool here takes. */
export type ToolPayload =
  | { readonly type: "function"; readonly arguments: string }
  | { readonly type: "custom"; readonly input: string };
