import assert from "node:assert/strict";
import { loadCatalog, userOf } from "./mod.ts";

const catalog = loadCatalog();

/** Form, home, user, profile, snapshot and the path below the home. */
function understood(path: string, options?: { folder: boolean }): string {
  const found = catalog.understand(path, options);
  const { form, home, profile, snapshot, rest } = found;
  return [form?.id, home, userOf(found), profile, snapshot, rest].map((part) => part ?? "-").join(
    " | ",
  );
}

Deno.test("understand tells an account's home and its account", () => {
  assert.equal(
    understood("/home/ana/.hermes/state.db"),
    "default | /home/ana/.hermes | ana | default | - | state.db",
  );
  assert.equal(understood("/root/.hermes"), "default | /root/.hermes | root | default | - | ");
  assert.equal(
    understood("/mnt/image/Users/Fay Müller/.hermes/state.db"),
    "default | /mnt/image/Users/Fay Müller/.hermes | Fay Müller | default | - | state.db",
  );
});

Deno.test("understand invents no account for a home deeper in a folder", () => {
  assert.equal(
    understood("/home/examiner/cases/h1/.hermes/state.db"),
    "default | /home/examiner/cases/h1/.hermes |  | default | - | state.db",
  );
  assert.equal(
    understood("/srv/root/.hermes/state.db"),
    "default | /srv/root/.hermes |  | default | - | state.db",
  );
});

Deno.test("understand tells profile and snapshot", () => {
  assert.equal(
    understood("/home/ana/.hermes/profiles/work/state-snapshots/20261029-100244/state.db"),
    "default | /home/ana/.hermes | ana | work | 20261029-100244 | " +
      "state-snapshots/20261029-100244/state.db",
  );
  assert.ok(catalog.understand("/home/ana/.hermes/profiles/a/profiles/b/x").nestedProfile);
});

Deno.test("understand takes a suffixed name for a home only when it is a folder", () => {
  assert.equal(catalog.understand("/home/ana/.hermesrc").form, null);
  assert.equal(catalog.understand("/home/ana/.hermesrc", { folder: true }).form?.id, "suffixed");
  assert.equal(catalog.understand("/home/ana/.hermesrc/").form?.id, "suffixed");
  assert.equal(catalog.understand("/home/ana/.hermesrc/x").form?.id, "suffixed");
});

Deno.test("understand judges Windows places without case, on any host", () => {
  assert.equal(
    understood("c:\\users\\Ana\\appdata\\LOCAL\\Hermes\\Profiles\\Work\\State.db"),
    "windows | C:/users/Ana/appdata/LOCAL/Hermes | Ana | Work | - | State.db",
  );
  assert.equal(catalog.understand("/mnt/c/Users/ana/appdata/local/hermes/x").form?.id, "windows");
  assert.equal(
    catalog.understand("C:\\Users\\ana\\AppData\\Local\\hermes-updater").form?.id,
    "updater",
  );
});

Deno.test("understand names a volume's engine and the owner of rootless storage", () => {
  assert.equal(
    understood("/var/lib/docker/volumes/hermes-data/_data/profiles/bot/state.db"),
    "volume | /var/lib/docker/volumes/hermes-data/_data | docker:hermes-data | bot | - | state.db",
  );
  const rootless = catalog.understand(
    "/home/ana/.local/share/containers/storage/volumes/hermes/_data/state.db",
  );
  assert.equal(userOf(rootless), "podman:hermes");
  assert.equal(rootless.account, "ana");
});

Deno.test("understand leaves a volume of another name to its content", () => {
  const found = catalog.understand("/var/lib/docker/volumes/agent/_data/state.db");
  assert.equal(found.form?.id, "volume-by-content");
  assert.ok(found.form?.byContent);
});

Deno.test("understand claims the managed scope only outside accounts' folders", () => {
  assert.equal(catalog.understand("/etc/hermes/config.yaml").form?.id, "managed");
  assert.equal(catalog.understand("/mnt/image/etc/hermes/config.yaml").form?.id, "managed");
  assert.equal(catalog.understand("/home/ana/backup/etc/hermes/config.yaml").form, null);
});

Deno.test("understand claims nothing below Termux, and says why", () => {
  const found = catalog.understand("/data/data/com.termux/files/home/.hermes/state.db");
  assert.equal(found.form, null);
  assert.match(found.unclaimed ?? "", /Termux/);
});

Deno.test("understand refuses a string that is longer than any path", () => {
  assert.match(
    catalog.understand(`/home/ana/.hermes/${"x".repeat(40_000)}`).unclaimed ?? "",
    /longer/,
  );
});

Deno.test("formsBelow names the homes an account's folder can hold", () => {
  const below = (path: string): string[] =>
    catalog.formsBelow(catalog.understand(path)).map(({ id }) => id);
  assert.ok(below("/home/ana").includes("default"));
  assert.deepEqual(below("/var/lib/docker/volumes/hermes-data"), ["volume", "volume-by-content"]);
  assert.deepEqual(below("/usr/share"), []);
});
