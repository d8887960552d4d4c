import assert from "node:assert/strict";
import process from "node:process";
import {
  CATALOG,
  find,
  homeLines,
  inTree,
  STATE_DB,
  STATE_DB_WITH_WAL,
} from "../../testdata/discover_tree.ts";
import { storeFilesOf } from "./mod.ts";

Deno.test("locate() reads a drive that KAPE or CyLR left by its own paths", () => {
  inTree({
    "C/Users/ana/AppData/Local/hermes/state.db": STATE_DB_WITH_WAL,
    "D/notes/x.txt": "no accounts here",
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), ["C:/Users/ana/AppData/Local/hermes windows ana default"]);
    const [file] = located.homes.flatMap((home) => storeFilesOf(home, CATALOG));
    assert.equal(file?.sourceFile, "C:/Users/ana/AppData/Local/hermes/state.db");
    const open = file?.tree.open(file.path);
    assert.equal(open?.path, file?.sourceFile);
    const wal = open?.companion("-wal");
    assert.equal(wal?.path, `${file?.sourceFile}-wal`);
    assert.ok((wal?.size ?? 0) > 0);
    open?.close();
    wal?.close();
  });
});

Deno.test("locate() decodes the names that Velociraptor encodes", {
  ignore: process.platform === "win32",
}, () => {
  inTree({
    "uploads/auto/C%3A/Users/Fay%20M%C3%BCller/AppData/Local/hermes/state.db": STATE_DB,
    "uploads/ntfs/%5C%5C.%5CD%3A/Users/ben/.hermes/state.db": STATE_DB,
    "uploads/auto/home/cy/.hermes/state.db": STATE_DB,
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), [
      "/home/cy/.hermes default cy default",
      "C:/Users/Fay Müller/AppData/Local/hermes windows Fay Müller default",
      "D:/Users/ben/.hermes default ben default",
    ]);
    for (const home of located.homes) {
      const [file] = storeFilesOf(home, CATALOG);
      assert.equal(file?.sourceFile, `${home.path}/state.db`);
      const open = file?.tree.open(file.path);
      assert.equal(open?.read(0, 6).length, 6);
      open?.close();
    }
  });
});

Deno.test(
  "locate() starts at the system that UAC left",
  { ignore: process.platform === "win32" },
  () => {
    inTree({
      "[root]/mnt/real/state.db": STATE_DB,
      "[root]/home/ana/.hermes": { link: "/mnt/real" },
      "live_response/process/ps.txt": "x",
    }, (dir) => {
      const { homes } = find({ roots: [dir] });
      assert.deepEqual(homes.map(({ path, user }) => `${path} ${user}`), ["/home/ana/.hermes ana"]);
    });
  },
);
