// A small MCP host in the browser, on the official AppBridge: calls a tool, and shows the page that belongs to it. It lies here
// because it is made of the packages in this folder.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

/** What the specification gives a page that asks for nothing. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

const { mode, theme, sendsInput, dropsData, arguments: given } = JSON.parse(decodeURIComponent(location.hash.slice(1)));
const identity = { name: "small-host", version: "1.0.0" };
const client = new Client(identity, { versionNegotiation: { mode } });
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
const { tools } = await client.listTools();
const tool = tools.find(({ name }) => name === "show_dir");
const { contents } = await client.readResource({ uri: tool._meta.ui.resourceUri });
const frame = document.createElement("iframe");
frame.title = "app";
frame.style.width = "1000px";
frame.sandbox.add("allow-scripts");
document.body.append(frame);
const capabilities = { serverTools: {}, serverResources: {} };
const bridge = new AppBridge(client, identity, capabilities, { hostContext: { theme } });
bridge.onsizechange = ({ height }) => {
  frame.style.height = `${height}px`;
};
bridge.oninitialized = async () => {
  if (sendsInput) {
    await bridge.sendToolInput({ arguments: given });
  }
  // As Claude Desktop does: nothing but the text.
  const { content } = await client.callTool({ name: tool.name, arguments: given });
  await bridge.sendToolResult({ content });
};
// For the test to change it.
globalThis.setTheme = (changed) => bridge.setHostContext({ theme: changed });
globalThis.tearDown = () => bridge.teardownResource({});
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
if (!sendsInput) {
  // As some hosts do: nothing but arguments and text.
  bridge.oncalltool = async ({ name, arguments: { dirleaf_data: forPage, ...known } }) => {
    const passed = dropsData ? known : { ...known, dirleaf_data: forPage };
    const { content, isError } = await client.callTool({ name, arguments: passed });
    return { content, isError };
  };
}
frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">${contents[0].text}`;
