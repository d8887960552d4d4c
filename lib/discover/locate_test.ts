import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import process from "node:process";
import { CATALOG, find, homeLines, inTree, STATE_DB } from "../../testdata/discover_tree.ts";
import { storeFilesOf } from "./mod.ts";

const posix = process.platform !== "win32";

Deno.test("locate() finds the homes of every account, each once, however many names it has", {
  ignore: !posix,
}, () => {
  inTree({
    "mnt/big/real/state.db": STATE_DB,
    "home/ana/.hermes": { link: "../../mnt/big/real" },
    "home/ben/.hermes/state.db": STATE_DB,
    "home/ben/.hermes/profiles/work/state.db": STATE_DB,
    "home/ben/.hermes/profiles/work-alias": { link: "work" },
    "home/ben/.hermes/profiles/loop": { link: ".." },
    "home/ben/.hermes/profiles/work/profiles/inner/state.db": STATE_DB,
    "home/ben/.hermes/profiles/notes.txt": "no profile",
    "home/cy/.hermes-channel-build-canary/state.db": STATE_DB,
    "home/cy/.hermesrc": "a file",
    "home/dee/.hermes": "a file",
    "home/eli/.hermes": null,
    "home/fox/.hermes": { link: "/nowhere" },
    "root/.hermes/state.db": STATE_DB,
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), [
      "/home/ana/.hermes default ana default",
      "/home/ben/.hermes default ben default",
      "/home/ben/.hermes/profiles/work default ben work",
      "/home/ben/.hermes/profiles/work/profiles/inner default ben inner nested",
      "/home/cy/.hermes-channel-build-canary suffixed cy default",
      "/home/eli/.hermes default eli default",
      "/root/.hermes default root default",
    ]);
    const [ana, ben, work, inner] = located.homes;
    assert.deepEqual(ana?.names, ["/mnt/big/real"]);
    assert.deepEqual(ben?.names, ["/home/ben/.hermes/profiles/loop"]);
    assert.deepEqual(work?.names, ["/home/ben/.hermes/profiles/work-alias"]);
    assert.equal(work?.parent, "/home/ben/.hermes");
    assert.ok(
      located.notes.some((note) => note.startsWith("/home/fox/.hermes: a link that leads")),
    );
    assert.equal(inner === undefined ? 1 : storeFilesOf(inner, CATALOG).length, 0);
    const databases = located.homes.flatMap((home) => storeFilesOf(home, CATALOG));
    assert.equal(databases.length, 5);
  });
});

Deno.test("locate() finds Windows homes whatever their case, and no updater cache", () => {
  inTree({
    "Users/Fay Müller/AppData/Local/Hermes/State.db": STATE_DB,
    "Users/Fay Müller/AppData/Local/hermes-updater/pending/setup.exe": "MZ",
    "Users/Fay Müller/AppData/Local/hermes-beta/state.db": STATE_DB,
    "Users/Fay Müller/AppData/Roaming/Hermes/connections.json": "{}",
    "Users/Fay Müller/.hermes/state.db": STATE_DB,
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), [
      "/Users/Fay Müller/.hermes default Fay Müller default",
      "/Users/Fay Müller/AppData/Local/Hermes windows Fay Müller default",
      "/Users/Fay Müller/AppData/Local/hermes-beta windows-suffixed Fay Müller default",
      "/Users/Fay Müller/AppData/Roaming/Hermes desktop-windows Fay Müller -",
    ]);
    const files = located.homes.flatMap((home) => storeFilesOf(home, CATALOG));
    assert.deepEqual(files.map(({ path, entry, profile }) => `${entry.id} ${profile} ${path}`), [
      "state_db default /Users/Fay Müller/.hermes/state.db",
      "state_db default /Users/Fay Müller/AppData/Local/Hermes/State.db",
      "state_db default /Users/Fay Müller/AppData/Local/hermes-beta/state.db",
      "connections null /Users/Fay Müller/AppData/Roaming/Hermes/connections.json",
    ]);
  });
});

Deno.test("locate() takes volumes by name and by content, rootful and rootless", () => {
  const other = { sql: "CREATE TABLE sessions (id TEXT); CREATE TABLE notes (body TEXT);" };
  inTree({
    "var/lib/docker/volumes/hermes-data/_data/profiles/bot/state.db": STATE_DB,
    "var/lib/docker/volumes/other/_data/state.db": STATE_DB,
    "var/lib/docker/volumes/postgres/_data/base": "x",
    "var/lib/docker/volumes/not-ours/_data/state.db": other,
    "var/lib/docker/volumes/broken/_data/state.db": "no database",
    "var/lib/docker/overlay2/abc/diff/opt/data/state.db": STATE_DB,
    "var/lib/docker/overlay2/abc/merged/opt/data/state.db": STATE_DB,
    "home/u/.local/share/containers/storage/volumes/my-hermes/_data/state.db": STATE_DB,
    "opt/data/state.db": STATE_DB,
    "etc/hermes/config.yaml": "approvals: {}",
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), [
      "/etc/hermes managed - -",
      "/home/u/.local/share/containers/storage/volumes/my-hermes/_data volume podman:my-hermes default",
      "/opt/data container - default",
      "/var/lib/docker/overlay2/abc/diff/opt/data container-layer - default",
      "/var/lib/docker/volumes/hermes-data/_data volume docker:hermes-data default",
      "/var/lib/docker/volumes/hermes-data/_data/profiles/bot volume docker:hermes-data bot",
      "/var/lib/docker/volumes/other/_data volume-by-content docker:other default",
    ]);
    assert.equal(located.homes.at(-1)?.via, "volume by content");
  });
});

Deno.test("locate() asks the passwd file for accounts, and leaves network paths alone", () => {
  inTree({
    "etc/passwd": "svc:x:999:999::/srv/svc:/bin/sh\nfar:x:1000:1000::/net/host/far:/bin/sh\n" +
      "nobody:x:65534:65534::/nonexistent:/bin/false\n",
    "srv/svc/.hermes/state.db": STATE_DB,
    "net/host/far/.hermes/state.db": STATE_DB,
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), ["/srv/svc/.hermes default svc default"]);
    assert.deepEqual(located.notVisited, [
      { path: "/net/host/far", namedBy: "/etc/passwd", reason: "below /net" },
    ]);
  });
});

Deno.test("locate() reads a root as one account's folder too", () => {
  inTree({ ".hermes/state.db": STATE_DB, ".hermes-x/state.db": STATE_DB }, (dir) => {
    assert.deepEqual(homeLines(find({ roots: [dir] })), [
      "/.hermes default - default",
      "/.hermes-x suffixed - default",
    ]);
  });
});

Deno.test("locate() counts a store file that two homes share once", { ignore: !posix }, () => {
  inTree({
    "home/ben/.hermes/profiles/work/state.db": STATE_DB,
    "home/gil/t1/hermes-home/state.db": {
      link: "../../../ben/.hermes/profiles/work/state.db",
    },
    "umbrel/hermes/state.db": STATE_DB,
  }, (dir) => {
    const located = find({
      roots: [dir],
      homes: [`${dir}/home/gil/t1/hermes-home`, "/umbrel/hermes"],
    });
    assert.deepEqual(homeLines(located), [
      "/home/ben/.hermes default ben default",
      "/home/ben/.hermes/profiles/work default ben work",
      "/home/gil/t1/hermes-home default - default",
      "/umbrel/hermes default - default",
    ]);
    const paths = located.homes.flatMap((home) => storeFilesOf(home, CATALOG)).map(({ path }) =>
      path
    );
    assert.deepEqual(paths, [
      "/home/ben/.hermes/profiles/work/state.db",
      "/umbrel/hermes/state.db",
    ]);
    assert.ok(located.notes.includes(
      "/home/gil/t1/hermes-home/state.db: the same file as " +
        "/home/ben/.hermes/profiles/work/state.db: not read again",
    ));
  });
});

Deno.test("locate() never follows a link out of a root", { ignore: !posix }, () => {
  inTree(
    { "outside/state.db": STATE_DB, "root/home/u/.hermes": { link: "$DIR/outside" } },
    (dir) => {
      assert.deepEqual(find({ roots: [`${dir}/root`] }).homes, []);
    },
  );
});

Deno.test("storeFilesOf() leaves the log of a set-aside copy to it, and names one that lost it", () => {
  const copy = (stamp: string): string => `.hermes/state.db.malformed-backup-${stamp}`;
  inTree({
    [copy("20261029_100000")]: STATE_DB,
    [`${copy("20261029_100000")}-wal`]: "log",
    [`${copy("20261030_100000")}-wal`]: "log",
  }, (dir) => {
    const [home] = find({ paths: [`${dir}/.hermes`] }).homes;
    assert.ok(home !== undefined);
    const names = storeFilesOf(home, CATALOG).map(({ path }) => path.split("/").at(-1));
    assert.deepEqual(names, [
      "state.db.malformed-backup-20261029_100000",
      "state.db.malformed-backup-20261030_100000-wal",
    ]);
  });
});

Deno.test("storeFilesOf() lists special files, and no unfinished snapshot", () => {
  inTree({
    ".hermes/state.db/inside.txt": "a folder stands where a file should",
    ".hermes/state-snapshots/20261029-100244/state.db": STATE_DB,
    ".hermes/state-snapshots/.20261029-120000.4242.partial/state.db": STATE_DB,
    ".hermes/state-snapshots/20261029-150000": "a file",
    ".hermes/sessions/s1.jsonl": "{}",
    ".hermes/sessions/session_s0.json": "{}",
    ".hermes/sessions/sessions.json": "{}",
    ".hermes/cron/output/job/2026-10-29_09-30-00.md": "# Cron Job: x",
    ".hermes/.hermes_history": "",
  }, (dir) => {
    const [home] = find({ paths: [`${dir}/.hermes`] }).homes;
    assert.ok(home !== undefined);
    const files = storeFilesOf(home, CATALOG);
    assert.deepEqual(
      files.map(({ entry, path, facts }) =>
        `${entry.id} ${path.slice(home.path.length + 1)} ${facts.kind}`
      ),
      [
        "prompt_history .hermes_history file",
        "cron_output cron/output/job/2026-10-29_09-30-00.md file",
        "divert sessions/s1.jsonl file",
        "legacy_session sessions/session_s0.json file",
        "state_snapshot state-snapshots/20261029-100244/state.db file",
        "state_db state.db folder",
      ],
    );
  });
});

const shared = process.env.HERMENEUT_SHARED ?? "../shared";
const links = `${shared}/cases/28-homes-and-links/root`;

Deno.test("locate() finds the homes of the links case", {
  ignore: !existsSync(links),
}, () => {
  const { homes } = find({ roots: [links] });
  const databases = homes.flatMap((home) => storeFilesOf(home, CATALOG));
  assert.equal(databases.length, 8);
  assert.equal(homes.filter(({ nested }) => nested).length, 1);
});
