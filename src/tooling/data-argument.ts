// The contract between the MCP server and its page in a host.

/** The argument with which the page asks for data. Not in any schema. It is an argument because some hosts pass on nothing else. */
export const DATA_ARGUMENT = "dirleaf_data";
