import assert from "node:assert/strict";
import fc from "fast-check";
import { readPath } from "./path.ts";

function shown(path: string): string {
  const { dialect, head, segments, folder } = readPath(path);
  return `${dialect} ${head}${segments.join("/")}${folder ? " folder" : ""}`;
}

Deno.test("readPath takes a posix path apart", () => {
  assert.equal(shown("/home/u//x/./y/../z"), "posix /home/u/x/z");
  assert.equal(shown("/home/u/"), "posix /home/u folder");
  assert.equal(shown("/home/u/."), "posix /home/u folder");
  assert.equal(shown("/../etc"), "posix /etc");
  assert.equal(shown("../x/y"), "posix ../x/y");
  assert.equal(shown("//srv/x"), "posix /srv/x");
  assert.equal(shown("/home/u/a\\b"), "posix /home/u/a\\b");
});

Deno.test("readPath knows a Windows path in every spelling", () => {
  assert.equal(shown("c:\\Users\\u\\x"), "windows C:/Users/u/x");
  assert.equal(shown("C:/Users\\u/x/"), "windows C:/Users/u/x folder");
  assert.equal(shown("\\Users\\u"), "windows /Users/u");
  assert.equal(shown("Users\\u"), "windows Users/u");
  assert.equal(shown("\\\\?\\C:\\Users\\u"), "windows-long C:/Users/u");
  assert.equal(shown("//?/C:/Users/u"), "windows-long C:/Users/u");
  assert.equal(shown("\\\\?\\UNC\\srv\\share\\x"), "unc //srv/share/x");
  assert.equal(shown("\\\\srv\\share\\x"), "unc //srv/share/x");
  assert.equal(
    shown("\\\\?\\GLOBALROOT\\Device\\HarddiskVolumeShadowCopy1\\Users"),
    "windows-device //?/GLOBALROOT/Device/HarddiskVolumeShadowCopy1/Users",
  );
});

Deno.test("readPath drops what Windows drops at the end of a name, not in a long path", () => {
  assert.equal(shown("C:\\x\\state.db. "), "windows C:/x/state.db");
  assert.equal(shown("\\\\?\\C:\\x\\state.db."), "windows-long C:/x/state.db.");
});

Deno.test("readPath reads a Linux path named from Windows by Linux rules", () => {
  const path = readPath("\\\\wsl$\\Ubuntu\\home\\u\\.x");
  assert.equal(path.dialect, "wsl");
  assert.equal(path.ignoresCase, false);
  assert.deepEqual(path.segments, ["home", "u", ".x"]);
});

Deno.test("readPath never throws and leaves no empty or dot segment", () => {
  const unit = fc.constantFrom("/", "\\", ".", "C", ":", "?", "x", " ", "~", "\u0000", "\ud800");
  fc.assert(fc.property(fc.string({ unit, maxLength: 30 }), (path) => {
    const { segments, head } = readPath(path);
    assert.ok(!segments.includes("") && !segments.includes("."), path);
    if (head !== "") assert.ok(!segments.includes(".."), path);
  }));
});

Deno.test("readPath takes time in proportion to the path", () => {
  const start = performance.now();
  readPath(`C:\\${". ".repeat(100_000)}x`);
  readPath(`/${"../a/".repeat(100_000)}`);
  assert.ok(performance.now() - start < 2000);
});
