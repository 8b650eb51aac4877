// The least that a Node HTTP server can do: reads each request to its end, and sends the bytes that standard input gave it.
import { buffer } from "node:stream/consumers";
import http from "node:http";

const answer = await buffer(process.stdin);

const server = http.createServer((request, response) => {
  request.resume().once("end", () => response.end(answer));
});
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address();
  process.stderr.write(`listening on http://127.0.0.1:${port}/mcp\n`);
});
