// folding-disk-program.mjs <source> <point>: a FUSE file system that shows a folder the way APFS and NTFS would. It keeps names as
// they were written, but finds an entry by any spelling: other case, other Unicode normalisation, dots or spaces at its end, and,
// for a long name, a short one (`SECRET~1`). It speaks the kernel's protocol itself, so that tests need no package for it. It prints
// a line once it is mounted, and unmounts when its input ends.
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";

const [source, point] = process.argv.slice(2);

const HEADER = 16;
const MOST_WRITTEN = 128 * 1024;
/** The first question is about no node, and what is open may have been removed. */
const NEEDS_NO_NODE = new Set([2, 15, 16, 18, 25, 26, 28, 29, 36, 38, 42]);
const ERRORS = { ENOENT: 2, EIO: 5, ENOSYS: 38 };

/** The paths below `source` of the nodes that the kernel knows, one character per byte, and their numbers. */
const pathOfNode = new Map([[1n, ""]]);
const nodeOfPath = new Map([["", 1n]]);
let lastNode = 1n;

/** What is open: a descriptor, or the entries of a directory. */
const handles = new Map();
let lastHandle = 0n;

/** The names in directories by their folded forms, and the directories' times when they had these names. */
const namesOf = new Map();

function locate(path) {
  return Buffer.from(`${source}/${path}`, "latin1");
}

function join(directory, name) {
  return directory === "" ? name : `${directory}/${name}`;
}

function fold(name) {
  const bytes = Buffer.from(name, "latin1");
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) {
    return name;
  }
  const plain = text.replace(/(?<=[^. ])[. ]+$/, "");
  return plain.normalize("NFD").toUpperCase().toLowerCase().normalize("NFD");
}

function foldedNames(directory) {
  const { mtimeNs } = statOf(directory);
  let known = namesOf.get(directory);
  // Somebody may have changed the folder itself.
  if (known?.mtimeNs !== mtimeNs) {
    const names = new Map(fs.readdirSync(locate(directory), "latin1").map((name) => [fold(name), name]));
    known = { names, mtimeNs };
    namesOf.set(directory, known);
  }
  return known.names;
}

/** The short name of a name that is too long for one: `SECRET~1` for the first `Secret directory`. */
function shortNameOf(name, all) {
  const begin = (other) =>
    other
      .replaceAll(/[^A-Za-z0-9]/g, "")
      .slice(0, 6)
      .toUpperCase();
  const alike = all.filter((other) => other.length > 12 && begin(other) === begin(name)).sort();
  return `${begin(name)}~${alike.indexOf(name) + 1}`;
}

/** The path of the entry that is found by a name. It ends in the name itself if there is none. */
function find(directory, name) {
  const names = foldedNames(directory);
  let found = names.get(fold(name));
  if (found === undefined && /^[A-Z0-9]{1,6}~\d+$/i.test(name)) {
    const all = [...names.values()].filter((other) => other.length > 12);
    found = all.find((other) => shortNameOf(other, all) === name.toUpperCase());
  }
  return join(directory, found ?? name);
}

/** Changes the names that are known in the directory of an entry that was made or removed. */
function update(path, change) {
  const slash = path.lastIndexOf("/");
  const directory = path.slice(0, Math.max(slash, 0));
  const known = namesOf.get(directory);
  if (known !== undefined) {
    const name = path.slice(slash + 1);
    change(known.names, fold(name), name);
    known.mtimeNs = statOf(directory).mtimeNs;
  }
}

function note(path) {
  update(path, (names, folded, name) => names.set(folded, name));
}

function forget(path) {
  update(path, (names, folded) => names.delete(folded));
  for (const [known, node] of nodeOfPath) {
    if (known === path || known.startsWith(`${path}/`)) {
      nodeOfPath.delete(known);
      pathOfNode.delete(node);
    }
  }
  namesOf.delete(path);
}

/** The nodes of a directory that is renamed stay the same. */
function move(from, to) {
  const moved = [...nodeOfPath].filter(([known]) => known === from || known.startsWith(`${from}/`));
  forget(to);
  forget(from);
  for (const [known, node] of moved) {
    const path = to + known.slice(from.length);
    nodeOfPath.set(path, node);
    pathOfNode.set(node, path);
  }
  namesOf.clear();
}

function attributes(stats) {
  const bytes = Buffer.alloc(88);
  [
    stats.ino,
    stats.size,
    stats.blocks,
    stats.atimeNs / 10n ** 9n,
    stats.mtimeNs / 10n ** 9n,
    stats.ctimeNs / 10n ** 9n,
  ].forEach((value, index) => bytes.writeBigUInt64LE(value, 8 * index));
  [
    stats.atimeNs % 10n ** 9n,
    stats.mtimeNs % 10n ** 9n,
    stats.ctimeNs % 10n ** 9n,
    stats.mode,
    stats.nlink,
    stats.uid,
    stats.gid,
    stats.rdev,
    stats.blksize,
  ].forEach((value, index) => bytes.writeUInt32LE(Number(value), 48 + 4 * index));
  return bytes;
}

function statOf(path) {
  return fs.lstatSync(locate(path), { bigint: true });
}

/** The answer about an entry: its node and attributes, both valid for no time. */
function entry(path) {
  const stats = statOf(path);
  let node = nodeOfPath.get(path);
  if (node === undefined) {
    lastNode += 1n;
    node = lastNode;
    nodeOfPath.set(path, node);
    pathOfNode.set(node, path);
  }
  const bytes = Buffer.alloc(40);
  bytes.writeBigUInt64LE(node, 0);
  return Buffer.concat([bytes, attributes(stats)]);
}

function attributesAnswer(path) {
  return Buffer.concat([Buffer.alloc(16), attributes(statOf(path))]);
}

function open(held) {
  lastHandle += 1n;
  handles.set(lastHandle, held);
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(lastHandle, 0);
  return bytes;
}

/** The text at `start`, one character per byte, up to its NUL. */
function textAt(body, start) {
  return body.toString("latin1", start, body.indexOf(0, start));
}

function made(path, uid, gid) {
  fs.lchownSync(locate(path), uid, gid);
  note(path);
  return entry(path);
}

const KINDS = [
  ["isDirectory", 4],
  ["isFile", 8],
  ["isSymbolicLink", 10],
  ["isFIFO", 1],
  ["isSocket", 12],
];

function readEntries(body) {
  const entries = handles.get(body.readBigUInt64LE(0));
  const start = Number(body.readBigUInt64LE(8));
  const most = body.readUInt32LE(16);
  const parts = [];
  let length = 0;
  for (let index = start; index < entries.length; index += 1) {
    const { name, kind } = entries[index];
    const bytes = Buffer.from(name, "latin1");
    const part = Buffer.alloc(Math.ceil((24 + bytes.length) / 8) * 8);
    if (length + part.length > most) {
      break;
    }
    // The kernel asks for the number of an entry only by a lookup.
    part.writeBigUInt64LE(BigInt(index + 1), 0);
    part.writeBigUInt64LE(BigInt(index + 1), 8);
    part.writeUInt32LE(bytes.length, 16);
    part.writeUInt32LE(kind, 20);
    bytes.copy(part, 24);
    parts.push(part);
    length += part.length;
  }
  return Buffer.concat(parts);
}

function setAttributes(path, body) {
  const valid = body.readUInt32LE(0);
  const location = locate(path);
  const has = (bit) => (valid & (1 << bit)) !== 0;
  if (has(0)) {
    fs.chmodSync(location, body.readUInt32LE(68) & 0o7777);
  }
  if (has(1) || has(2)) {
    const stats = fs.lstatSync(location);
    fs.lchownSync(location, has(1) ? body.readUInt32LE(76) : stats.uid, has(2) ? body.readUInt32LE(80) : stats.gid);
  }
  if (has(3)) {
    fs.truncateSync(location, Number(body.readBigUInt64LE(16)));
  }
  if (has(4) || has(5)) {
    const stats = fs.lstatSync(location);
    const time = (bit, now, at, nanoseconds) =>
      has(now)
        ? Date.now() / 1000
        : has(bit)
          ? Number(body.readBigInt64LE(at)) + body.readUInt32LE(nanoseconds) / 1e9
          : undefined;
    fs.lutimesSync(location, time(4, 7, 32, 56) ?? stats.atimeMs / 1000, time(5, 8, 40, 60) ?? stats.mtimeMs / 1000);
  }
  return attributesAnswer(path);
}

/** What each operation of the kernel's protocol answers: bytes, or undefined for one that needs no answer. */
const OPERATIONS = {
  // LOOKUP
  1: ({ path, body }) => entry(find(path, textAt(body, 0))),
  // FORGET, BATCH_FORGET, INTERRUPT
  2: () => undefined,
  42: () => undefined,
  36: () => undefined,
  // GETATTR, SETATTR, READLINK
  3: ({ path }) => attributesAnswer(path),
  4: ({ path, body }) => setAttributes(path, body),
  5: ({ path }) => Buffer.from(fs.readlinkSync(locate(path), "latin1"), "latin1"),
  // SYMLINK, MKNOD, MKDIR
  6({ path, body, uid, gid }) {
    const name = textAt(body, 0);
    fs.symlinkSync(Buffer.from(textAt(body, name.length + 1), "latin1"), locate(join(path, name)));
    return made(join(path, name), uid, gid);
  },
  8({ path, body, uid, gid }) {
    const own = join(path, textAt(body, 16));
    const mode = body.readUInt32LE(0);
    if ((mode & 0o170000) === 0o010000) {
      spawnSync("mkfifo", [locate(own).toString()]);
    } else {
      fs.closeSync(fs.openSync(locate(own), "wx", mode & 0o7777));
    }
    return made(own, uid, gid);
  },
  9({ path, body, uid, gid }) {
    const own = join(path, textAt(body, 8));
    fs.mkdirSync(locate(own));
    fs.chmodSync(locate(own), body.readUInt32LE(0) & 0o7777);
    return made(own, uid, gid);
  },
  // UNLINK, RMDIR
  10({ path, body }) {
    const own = find(path, textAt(body, 0));
    fs.unlinkSync(locate(own));
    forget(own);
    return Buffer.alloc(0);
  },
  11({ path, body }) {
    const own = find(path, textAt(body, 0));
    fs.rmdirSync(locate(own));
    forget(own);
    return Buffer.alloc(0);
  },
  // RENAME, RENAME2
  12: ({ path, body }) => rename(path, body, 8),
  45: ({ path, body }) => rename(path, body, 16),
  // LINK
  13({ path, body, uid, gid }) {
    const own = join(path, textAt(body, 8));
    fs.linkSync(locate(pathOfNode.get(body.readBigUInt64LE(0))), locate(own));
    return made(own, uid, gid);
  },
  // OPEN, READ, WRITE
  14: ({ path, body }) => open(fs.openSync(locate(path), body.readUInt32LE(0) & ~fs.constants.O_APPEND)),
  15({ body }) {
    const bytes = Buffer.alloc(body.readUInt32LE(16));
    const length = fs.readSync(handles.get(body.readBigUInt64LE(0)), bytes, 0, bytes.length, body.readBigUInt64LE(8));
    return bytes.subarray(0, length);
  },
  16({ body }) {
    const size = body.readUInt32LE(16);
    const offset = Number(body.readBigUInt64LE(8));
    fs.writeSync(handles.get(body.readBigUInt64LE(0)), body, 40, size, offset);
    const written = Buffer.alloc(8);
    written.writeUInt32LE(size, 0);
    return written;
  },
  // STATFS
  17() {
    const bytes = Buffer.alloc(80);
    [1n << 20n, 1n << 19n, 1n << 19n, 1n << 20n, 1n << 19n].forEach((value, index) =>
      bytes.writeBigUInt64LE(value, 8 * index),
    );
    [4096, 255, 4096].forEach((value, index) => bytes.writeUInt32LE(value, 40 + 4 * index));
    return bytes;
  },
  // RELEASE, FSYNC, FLUSH
  18({ body }) {
    fs.closeSync(handles.get(body.readBigUInt64LE(0)));
    handles.delete(body.readBigUInt64LE(0));
    return Buffer.alloc(0);
  },
  20: () => Buffer.alloc(0),
  25: () => Buffer.alloc(0),
  // INIT
  26({ body }) {
    const bytes = Buffer.alloc(64);
    [7, 31, body.readUInt32LE(8)].forEach((value, index) => bytes.writeUInt32LE(value, 4 * index));
    bytes.writeUInt32LE(MOST_WRITTEN, 20);
    bytes.writeUInt32LE(1, 24);
    return bytes;
  },
  // OPENDIR, READDIR, RELEASEDIR
  27({ path }) {
    const listed = fs.readdirSync(locate(path), { encoding: "latin1", withFileTypes: true });
    const entries = listed.map((each) => ({
      name: each.name,
      kind: KINDS.find(([isKind]) => each[isKind]())?.[1] ?? 0,
    }));
    return open([{ name: ".", kind: 4 }, { name: "..", kind: 4 }, ...entries]);
  },
  28: ({ body }) => readEntries(body),
  29({ body }) {
    handles.delete(body.readBigUInt64LE(0));
    return Buffer.alloc(0);
  },
  // CREATE
  35({ path, body, uid, gid }) {
    const own = join(path, textAt(body, 16));
    const flags = body.readUInt32LE(0) & ~fs.constants.O_APPEND;
    const descriptor = fs.openSync(locate(own), flags | fs.constants.O_CREAT, body.readUInt32LE(4) & 0o7777);
    return Buffer.concat([made(own, uid, gid), open(descriptor)]);
  },
  // DESTROY
  38: () => Buffer.alloc(0),
};

function rename(path, body, start) {
  const from = textAt(body, start);
  const to = textAt(body, start + from.length + 1);
  const target = pathOfNode.get(body.readBigUInt64LE(0));
  const [old, present] = [find(path, from), find(target, to)];
  if (present !== old) {
    fs.rmSync(locate(present), { force: true, recursive: false });
  }
  fs.renameSync(locate(old), locate(join(target, to)));
  move(old, join(target, to));
  return Buffer.alloc(0);
}

function answer(request) {
  const [opcode, unique, node] = [request.readUInt32LE(4), request.readBigUInt64LE(8), request.readBigUInt64LE(16)];
  const question = {
    path: pathOfNode.get(node),
    body: request.subarray(40),
    uid: request.readUInt32LE(24),
    gid: request.readUInt32LE(28),
  };
  let body = Buffer.alloc(0);
  let error = 0;
  try {
    const operation = OPERATIONS[opcode];
    if (operation === undefined || (question.path === undefined && !NEEDS_NO_NODE.has(opcode))) {
      throw Object.assign(new Error(), { errno: -(operation === undefined ? ERRORS.ENOSYS : ERRORS.ENOENT) });
    }
    body = operation(question);
  } catch (failure) {
    error = failure.errno ?? -ERRORS.EIO;
  }
  if (body === undefined) {
    return;
  }
  const header = Buffer.alloc(HEADER);
  const reply = error === 0 ? body : Buffer.alloc(0);
  header.writeUInt32LE(HEADER + reply.length, 0);
  header.writeInt32LE(error, 4);
  header.writeBigUInt64LE(unique, 8);
  try {
    fs.writeSync(device, Buffer.concat([header, reply]));
  } catch (failure) {
    // The process that asked was interrupted, and nobody waits for the answer.
    if (failure.code !== "ENOENT") {
      throw failure;
    }
  }
}

process.umask(0);
const device = fs.openSync("/dev/fuse", "r+");
const received = Buffer.alloc(MOST_WRITTEN + 4096);

function serve() {
  fs.read(device, received, 0, received.length, null, (failure, length) => {
    if (failure?.code === "ENODEV") {
      process.exit(0);
    }
    if (failure === null) {
      answer(received.subarray(0, length));
    }
    serve();
  });
}

serve();
const options = "fd=3,rootmode=40000,user_id=0,group_id=0,allow_other,default_permissions";
spawn("mount", ["-i", "-t", "fuse.folding", "-o", options, "folding", point], {
  stdio: ["ignore", "ignore", "inherit", device],
}).on("close", (code) => {
  if (code !== 0) {
    process.exit(1);
  }
  process.stdout.write("mounted\n");
  // Whoever still has something open there gets errors from now on.
  process.stdin.resume().on("close", () => spawn("umount", ["-l", point]).on("close", () => process.exit(0)));
});
