// Makes a screenshot small: 256 colours are enough for a page, and take a third of the bytes.
import zlib from "node:zlib";

const MOST_COLOURS = 256;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const INDEXED = 3;

/**
 * The picture as a PNG with a palette.
 * @param {import("playwright-core").Browser} browser It reads the picture for us.
 * @param {Buffer} png
 */
export async function shrinkPicture(browser, png) {
  const page = await browser.newPage();
  const { width, height, base64 } = await page.evaluate(readPixels, png.toString("base64"));
  await page.close();
  const pixels = Buffer.from(base64, "base64");
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_COLOURS)
    .map(([colour]) => colour);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  // Each line begins with how it is filtered: not at all.
  const lines = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = pixels.readUIntBE(at, 3);
    let place = places.get(colour);
    if (place === undefined) {
      place = nearest(palette, colour);
      places.set(colour, place);
    }
    const pixel = at / 4;
    lines[pixel + Math.floor(pixel / width) + 1] = place;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, INDEXED], 8);
  const colours = Buffer.alloc(palette.length * 3);
  palette.forEach((colour, place) => colours.writeUIntBE(colour, place * 3, 3));
  return Buffer.concat([
    SIGNATURE,
    toChunk("IHDR", header),
    toChunk("PLTE", colours),
    toChunk("IDAT", zlib.deflateSync(lines, { level: 9, memLevel: 9 })),
    toChunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Runs in the browser. */
async function readPixels(source) {
  const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes]));
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, 0, width, height);
  let text = "";
  for (let at = 0; at < data.length; at += 8192) {
    text += String.fromCharCode(...data.subarray(at, at + 8192));
  }
  return { width, height, base64: btoa(text) };
}

function nearest(palette, colour) {
  let [best, least] = [0, Infinity];
  palette.forEach((other, place) => {
    const distance = [16, 8, 0].reduce(
      (sum, bits) => sum + (((colour >> bits) & 255) - ((other >> bits) & 255)) ** 2,
      0,
    );
    if (distance < least) {
      [best, least] = [place, distance];
    }
  });
  return best;
}

function toChunk(name, data) {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, "latin1");
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}

/** `zlib.crc32` is not in Node 20. */
function crc32(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
    }
  }
  return (rest ^ 0xffffffff) >>> 0;
}
