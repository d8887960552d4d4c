import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import process from "node:process";
import { inFolder } from "./database_fixture.ts";
import { decodeText } from "./lines.ts";
import { localTree } from "./local_tree.ts";

const tree = localTree();

function textAt(path: string): string {
  const file = tree.open(path);
  const text = decodeText(file.read(0, file.size));
  file.close();
  return text;
}

function fault(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    const { fault, message } = error as { fault: string; message: string };
    return `${fault}: ${message}`;
  }
  return "none";
}

Deno.test("localTree() reads at any offset, and only what is there", () => {
  inFolder((folder) => {
    writeFileSync(`${folder}/a`, "0123456789");
    const file = tree.open(`${folder}/a`);
    assert.equal(file.size, 10);
    assert.equal(decodeText(file.read(3, 4)), "3456");
    assert.equal(decodeText(file.read(8, 100)), "89");
    assert.equal(file.read(10, 5).length, 0);
    assert.equal(file.read(99, 5).length, 0);
    file.close();
    file.close();
  });
});

Deno.test("localTree() lists by code points, with links as links", () => {
  inFolder((folder) => {
    // U+FF5E sorts before U+1F600 by code points and after it by UTF-16 units.
    for (const name of ["\u{1f600}", "\uff5e", "b", "B", ".a", "é"]) {
      writeFileSync(`${folder}/${name}`, "");
    }
    symlinkSync("nowhere", `${folder}/c`);
    mkdirSync(`${folder}/d`);
    const listed = tree.list(folder);
    assert.deepEqual(
      listed.map(({ name, kind }) => `${name} ${kind}`),
      [
        "\u002ea file",
        "B file",
        "b file",
        "c link",
        "d folder",
        "é file",
        "\uff5e file",
        "\u{1f600} file",
      ],
    );
    assert.equal(listed.find(({ name }) => name === "c")?.linkTarget, "nowhere");
    assert.equal(listed[0]?.path, `${folder}/.a`);
  });
});

Deno.test("localTree() never opens a FIFO, a folder, a device or a link to one", () => {
  inFolder((folder) => {
    assert.equal(spawnSync("mkfifo", [`${folder}/fifo`]).status, 0);
    symlinkSync("fifo", `${folder}/to-fifo`);
    symlinkSync("nowhere", `${folder}/dangling`);
    symlinkSync("loop", `${folder}/loop`);
    for (const path of ["fifo", "to-fifo", "dangling", "loop", ""]) {
      const expected = "not-a-regular-file: not a regular file";
      assert.equal(fault(() => tree.open(`${folder}/${path}`)), expected, path);
    }
    assert.equal(tree.facts(`${folder}/fifo`)?.kind, "fifo");
    assert.equal(tree.facts("/dev/null")?.kind, "device");
    assert.equal(fault(() => tree.open("/dev/null")), "not-a-regular-file: not a regular file");
    assert.equal(fault(() => tree.open(`${folder}/absent`)), "unreadable: No such file");
    assert.equal(fault(() => tree.list(`${folder}/absent`)), "unreadable: No such folder");
    assert.match(fault(() => tree.list(`${folder}/fifo`)), /^unreadable: Cannot be listed/);
    assert.equal(tree.facts(`${folder}/absent`), null);
  });
});

Deno.test("localTree() refuses what became something else after it was looked at", () => {
  inFolder((folder) => {
    writeFileSync(`${folder}/a`, "x");
    writeFileSync(`${folder}/secret`, "y");
    const swapped = tree.open(`${folder}/a`);
    rmSync(`${folder}/a`);
    assert.equal(swapped.now(), null);
    mkdirSync(`${folder}/a`);
    assert.equal(fault(() => swapped.read(0, 1)), "not-a-regular-file: not a regular file");
    rmSync(`${folder}/a`, { recursive: true });
    symlinkSync("secret", `${folder}/a`);
    assert.match(fault(() => swapped.read(0, 1)), /^unreadable: Cannot be opened/);
  });
});

Deno.test("localTree() follows a link and looks for companions beside its target", () => {
  inFolder((folder) => {
    mkdirSync(`${folder}/real`);
    writeFileSync(`${folder}/real/x.db`, "main");
    writeFileSync(`${folder}/real/x.db-wal`, "log");
    symlinkSync("real/x.db", `${folder}/y.db`);
    symlinkSync("real", `${folder}/alias`);
    assert.equal(tree.resolve(`${folder}/y.db`), `${folder}/real/x.db`);
    const linked = tree.open(`${folder}/y.db`);
    assert.equal(linked.path, `${folder}/y.db`);
    assert.equal(linked.facts.name, "y.db");
    assert.equal(linked.inPlace?.localPath, `${folder}/real/x.db`);
    assert.equal(linked.companion("-wal")?.path, `${folder}/real/x.db-wal`);
    assert.equal(
      tree.open(`${folder}/alias/x.db`).companion("-wal")?.path,
      `${folder}/alias/x.db-wal`,
    );
    assert.equal(linked.companion("-journal"), null);
    mkdirSync(`${folder}/real/x.db-journal`);
    assert.equal(linked.companion("-journal"), null);
  });
});

Deno.test("localTree() tells what a file has become", () => {
  inFolder((folder) => {
    writeFileSync(`${folder}/a`, "one");
    utimesSync(`${folder}/a`, 1_700_000_000, 1_700_000_000);
    const file = tree.open(`${folder}/a`);
    assert.equal(file.facts.mtimeNs, 1_700_000_000_000_000_000n);
    assert.equal(file.facts.mode & 0o777, statSync(`${folder}/a`).mode & 0o777);
    appendFileSync(`${folder}/a`, " two");
    assert.equal(file.size, 3);
    assert.equal(file.now()?.size, 7);
    assert.equal(decodeText(file.read(0, 99)), "one two");
    renameSync(`${folder}/a`, `${folder}/b`);
    assert.equal(file.now(), null);
    file.close();
  });
});

Deno.test("localTree() says what it may not read, and that it is there", {
  ignore: process.getuid?.() === 0,
}, () => {
  inFolder((folder) => {
    mkdirSync(`${folder}/closed`);
    writeFileSync(`${folder}/closed/a`, "x");
    writeFileSync(`${folder}/mine`, "x");
    chmodSync(`${folder}/mine`, 0);
    chmodSync(`${folder}/closed`, 0);
    assert.equal(
      fault(() => tree.list(`${folder}/closed`)),
      "unreadable: Cannot be listed (EACCES)",
    );
    assert.equal(tree.facts(`${folder}/closed/a`)?.kind, "unknown");
    assert.equal(
      fault(() => textAt(`${folder}/closed/a`)),
      "unreadable: Cannot be reached (EACCES)",
    );
    assert.equal(fault(() => textAt(`${folder}/mine`)), "unreadable: Cannot be opened (EACCES)");
    chmodSync(`${folder}/closed`, 0o700);
  });
});

Deno.test("localTree() lists a name that is not UTF-8 and says how to read it", () => {
  inFolder((folder) => {
    const made = spawnSync("sh", [
      "-c",
      `printf x > "$(printf 'a\\351b')"; printf y > "$(printf 'q\\357\\277\\275')"`,
    ], { cwd: folder });
    assert.equal(made.status, 0);
    const [raw, plain] = tree.list(folder);
    assert.equal(raw?.name, "a\ufffdb");
    assert.equal(raw?.rawName, true);
    assert.equal(plain?.rawName, false);
    assert.equal(textAt(`${folder}/q\ufffd`), "y");
    assert.equal(tree.facts(`${folder}/a\ufffdb`)?.rawName, true);
    assert.equal(tree.facts(`${folder}/a\ufffd`), null);
    const expected = "unreadable: name is not UTF-8: use the binary";
    assert.equal(fault(() => textAt(`${folder}/a\ufffdb`)), expected);
  });
});

Deno.test("localTree() tells names apart that are shown alike, and loses none", () => {
  inFolder((folder) => {
    const made = spawnSync("sh", [
      "-c",
      `for name in 'a\\376' 'a\\377' 'a\\357\\277\\275'; do printf x > "$(printf $name)"; done`,
    ], { cwd: folder });
    assert.equal(made.status, 0);
    const names = tree.list(folder).map(({ name }) => name);
    assert.equal(new Set(names).size, 3);
    assert.equal(names[0], "a\ufffd");
    assert.equal(textAt(`${folder}/a\ufffd`), "x");
    const others = tree.list(folder).filter(({ rawName }) => rawName);
    assert.equal(others.length, 2);
  });
});

Deno.test("localTree() lists a name whose path is too long, and says so", () => {
  inFolder((folder) => {
    const deep = "d".repeat(200);
    let path = folder;
    while (path.length + deep.length < 4090) path += `/${deep}`;
    mkdirSync(path, { recursive: true });
    assert.equal(spawnSync("mkdir", [deep], { cwd: path }).status, 0);
    const [name] = tree.list(path);
    assert.equal(name?.kind, "unknown");
    assert.equal(name?.refused, "Cannot be reached (ENAMETOOLONG)");
    assert.equal(spawnSync("rmdir", [deep], { cwd: path }).status, 0);
  });
});

Deno.test("localTree() takes the caller's word for what is stable", () => {
  inFolder((folder) => {
    writeFileSync(`${folder}/a`, "");
    const stable = (options: Parameters<typeof localTree>[0]): boolean | undefined =>
      localTree(options).open(`${folder}/a`).inPlace?.stable;
    assert.equal(stable({}), false);
    assert.equal(stable({ stable: true }), true);
    assert.equal(stable({ stable: (path) => path === `${folder}/a` }), true);
    assert.equal(stable({ stable: (path) => path === `${folder}/b` }), false);
  });
});

Deno.test("localTree() leaves access times alone where the system allows it", () => {
  inFolder((folder) => {
    writeFileSync(`${folder}/a`, "x");
    utimesSync(`${folder}/a`, 1_000_000_000, 1_700_000_000);
    assert.equal(textAt(`${folder}/a`), "x");
    assert.equal(statSync(`${folder}/a`).atimeMs, 1_000_000_000_000);
  });
});
