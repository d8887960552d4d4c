import assert from "node:assert/strict";
import { find, homeLines, inTree, STATE_DB } from "../../testdata/discover_tree.ts";
import { meaningOf, settingsIn } from "./hint_values.ts";

function settings(line: string): string[] {
  return settingsIn(line).map(({ name, value }) => `${name}=${value}`);
}

Deno.test("settingsIn() reads the ways start-up files set a variable", () => {
  const expected = ["HERMES_HOME=/srv/my home"];
  assert.deepEqual(settings(`export HERMES_HOME="/srv/my home" # here`), expected);
  assert.deepEqual(settings(`HERMES_HOME='/srv/my home' hermes chat`), expected);
  assert.deepEqual(settings(`Environment="HERMES_HOME=/srv/my home" "A=1"`), expected);
  assert.deepEqual(settings(`set -gx HERMES_HOME "/srv/my home"`), expected);
  assert.deepEqual(settings(`setenv HERMES_HOME "/srv/my home"`), expected);
  assert.deepEqual(settings(`$env:HERMES_HOME = "/srv/my home"`), expected);
  assert.deepEqual(settings(`<key>HERMES_HOME</key>\n  <string>/srv/my home</string>`), expected);
  assert.deepEqual(settings("SETUVAR --export HERMES_HOME:/srv/h"), ["HERMES_HOME=/srv/h"]);
  assert.deepEqual(settings("export HERMES_HOME=/a; export HERMES_YOLO_MODE=1"), [
    "HERMES_HOME=/a",
    "HERMES_YOLO_MODE=1",
  ]);
  assert.deepEqual(settings("HERMES_DATA_DIR_SUFFIX="), ["HERMES_DATA_DIR_SUFFIX="]);
});

Deno.test("settingsIn() leaves comments, mentions and longer names alone", () => {
  assert.deepEqual(settings("# export HERMES_HOME=/srv/h"), []);
  assert.deepEqual(settings("cd $HERMES_HOME && ls"), []);
  assert.deepEqual(settings("unset HERMES_HOME"), []);
  assert.deepEqual(settings("export HERMES_HOME_OLD=/x MY_HERMES_HOME=/y"), []);
});

Deno.test("meaningOf() says what a setting does", () => {
  assert.equal(meaningOf({ name: "HERMES_YOLO_MODE", value: "True" }), "every approval check off");
  assert.equal(meaningOf({ name: "HERMES_YOLO_MODE", value: "0" }), "approval checks stay on");
  assert.equal(
    meaningOf({ name: "HERMES_CONFIG_BACKEND", value: "remote" }),
    "settings are remote",
  );
});

Deno.test("locate() visits a hinted home only where it may", () => {
  inTree({
    "home/u/.bashrc": [
      "export HERMES_HOME=~/elsewhere",
      "export HERMES_HOME=/net/x/h",
      "export HERMES_HOME=/proc/1/root/h",
      "export HERMES_HOME=\\\\\\\\server\\\\share",
      "export HERMES_HOME=$SOMEWHERE/h",
      "export HERMES_HOME=relative/h",
      "export HERMES_HOME=/gone",
      "export HERMES_DESKTOP_USER_DATA_DIR=/srv/desktop",
    ].join("\n"),
    "home/u/elsewhere/state.db": STATE_DB,
    "net/x/h/state.db": STATE_DB,
    "proc/1/root/h/state.db": STATE_DB,
    "srv/desktop/connections.json": "{}",
    "etc/systemd/system/hermes.service": "[Service]\nEnvironment=HERMES_HOME=/srv/svc\n",
    "srv/svc/state.db": STATE_DB,
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), [
      "/home/u/elsewhere default u default",
      "/srv/desktop desktop u -",
      "/srv/svc default - default",
    ]);
    assert.equal(located.homes[0]?.via, "HERMES_HOME in /home/u/.bashrc");
    assert.deepEqual(located.notVisited.map(({ path, reason }) => `${path}: ${reason}`), [
      "/net/x/h: below /net",
      "/proc/1/root/h: below /proc",
      "\\\\\\\\server\\\\share: a network path",
      "$SOMEWHERE/h: holds a variable that is not known",
      "relative/h: not an absolute path",
    ]);
    assert.ok(located.notes.some((note) => note.startsWith("/gone (named by HERMES_HOME")));
  });
});
