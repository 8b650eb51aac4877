// Wine for ARM. Debian 12's does not run Windows programs there: it loses the register x18, which they need. Debian 13's does, but
// needs a newer C library. So its packages are unpacked in a folder, and Wine runs with that folder as its root directory.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** What Wine needs to run a program without windows. More than that, fonts for instance, makes its desktop start, and fail. */
const PACKAGES = ["wine64", "libwine", "libz-mingw-w64", "libc6", "libc-bin", "libgcc-s1"];

const RELEASE = "trixie";

/**
 * Gets the packages from where this machine gets its own, and unpacks them.
 * @param {string} folder
 * @returns {string} The root directory.
 */
export function unpackWine(folder) {
  const [sources, lists, packages, root] = ["debian.sources", "lists", "packages", "root"].map((name) =>
    path.join(folder, name),
  );
  fs.mkdirSync(path.join(lists, "partial"), { recursive: true });
  fs.mkdirSync(packages);
  for (const name of ["proc", "dev", "tmp", "usr/lib"]) {
    fs.mkdirSync(path.join(root, name), { recursive: true });
  }
  fs.symlinkSync("usr/lib", path.join(root, "lib"));
  fs.writeFileSync(sources, readSources());
  const options = [
    `Dir::Etc::SourceList=${sources}`,
    "Dir::Etc::SourceParts=-",
    `Dir::State::Lists=${lists}`,
    "Dir::Cache::PkgCache=",
    "Dir::Cache::SrcPkgCache=",
    "APT::Sandbox::User=root",
    "Acquire::Retries=3",
  ].flatMap((option) => ["-o", option]);
  const apt = (...words) =>
    execFileSync("apt-get", [...options, "-qq", ...words], { cwd: packages, stdio: ["ignore", "ignore", "inherit"] });
  apt("update");
  apt("download", ...PACKAGES);
  for (const name of fs.readdirSync(packages)) {
    execFileSync("dpkg-deb", ["-x", path.join(packages, name), root]);
  }
  return root;
}

/** The machine's sources, for the other release. */
function readSources() {
  const { VERSION_CODENAME: codename = "" } = readRelease();
  const parts = "/etc/apt/sources.list.d";
  const names = fs.existsSync(parts) ? fs.readdirSync(parts).filter((name) => name.endsWith(".sources")) : [];
  const texts = names.map((name) => fs.readFileSync(path.join(parts, name), "utf8"));
  const text = texts.filter((source) => source.includes(codename)).join("\n\n");
  if (codename === "" || text === "") {
    throw new Error(`on ${process.arch}, Wine 10 is needed: install it, or run this on Debian 12 or 13`);
  }
  return text.replaceAll(codename, RELEASE);
}

function readRelease() {
  const lines = fs.readFileSync("/etc/os-release", "utf8").split("\n");
  return Object.fromEntries(lines.map((line) => line.replaceAll('"', "").split("=")));
}
