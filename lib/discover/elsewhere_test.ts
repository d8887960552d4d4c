import assert from "node:assert/strict";
import { find, homeLines, inTree, STATE_DB } from "../../testdata/discover_tree.ts";

Deno.test("no line of a start-up file makes a disk or an account a home", () => {
  inTree({
    "home/ana/.bashrc": "export HERMES_HOME=/\n",
    "home/ana/.profile": "HERMES_HOME=/home/ana/x/../..\n",
    "home/ana/.zshrc": "HERMES_HOME=/etc\nHERMES_HOME=$HOME/kept\nHERMES_HOME=/srv/new\n",
    "home/ana/.xprofile": "HERMES_DESKTOP_USER_DATA_DIR=/srv/app\n",
    "home/ana/.login": "setenv HERMES_DESKTOP_USER_DATA_DIR /srv/web\n",
    "home/ana/kept/.hermes_history": "",
    "home/ana/private.txt": "x",
    "home/bot/.bashrc": "export HERMES_HOME=$HOME\n",
    "home/bot/state.db": STATE_DB,
    "etc/shadow": "x",
    "srv/new": null,
    "srv/app/window-state.json": "{}",
    "srv/web/index.html": "x",
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), [
      "/home/ana/kept default ana default",
      "/home/bot default bot default",
      "/srv/app desktop ana -",
      "/srv/new default ana default",
    ]);
    const told = located.notVisited.map(({ path, reason }) => `${path}: ${reason}`);
    const end = ": not taken for a home (--home takes it)";
    assert.deepEqual(
      told.sort(),
      [
        `/: the top of a file system${end}`,
        `/etc: holds no store of Hermes${end}`,
        `/home/ana/x/../..: an account's own folder, or around one, with no state.db of Hermes${end}`,
        `/srv/web: holds no store of Hermes${end}`,
      ].sort(),
    );
  });
});

Deno.test("neither does a container's record, nor a compose file; the examiner may", () => {
  const record = JSON.stringify({
    ID: "aa",
    Name: "/wide",
    Config: { Image: "nous/hermes", Env: [] },
    MountPoints: { "/opt/data": { Type: "bind", Source: "/home/ana", Destination: "/opt/data" } },
  });
  inTree({
    "var/lib/docker/containers/aa/config.v2.json": record,
    "home/ana/.hermes/state.db": STATE_DB,
    "home/ana/private.txt": "x",
    "home/ana/compose.yaml": "services: {h: {volumes: ['/:/opt/data']}}\n",
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), ["/home/ana/.hermes default ana default"]);
    assert.deepEqual(located.notVisited.map(({ path }) => path).sort(), ["/", "/home/ana"]);
    const named = find({ roots: [dir], homes: ["/home/ana"] });
    assert.ok(named.homes.some(({ path }) => path === "/home/ana"));
  });
});

Deno.test("neither does a link in the place of a home; a linked home is one", () => {
  inTree({
    "home/ana/.hermes": { link: "/" },
    "home/bob/.hermes": { link: "." },
    "home/cy/.hermes": { link: "/mnt/big/real" },
    "mnt/big/real/SOUL.md": "x",
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), ["/home/cy/.hermes default cy default"]);
    assert.deepEqual(located.notVisited.map(({ path, namedBy }) => `${path} by ${namedBy}`), [
      "/ by the link /home/ana/.hermes",
      "/home/bob by the link /home/bob/.hermes",
    ]);
  });
});
