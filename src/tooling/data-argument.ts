// What the MCP server and its page in a host agree on.

/** The argument with which the page asks for data: every host passes arguments on, and some pass on nothing else. Not in any schema. */
export const DATA_ARGUMENT = "dirleaf_data";
