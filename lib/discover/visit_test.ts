import assert from "node:assert/strict";
import fc from "fast-check";
import { networkMountsIn, visitRule } from "./visit.ts";

Deno.test("visitRule() lets only local, absolute paths of the same system be visited", () => {
  const posix = visitRule("posix", ["/mnt/nas"]);
  assert.equal(posix("/home/u/.hermes"), null);
  assert.equal(posix("/network/x"), null);
  assert.equal(posix("\\\\server\\share\\h"), "a network path");
  assert.equal(posix("//server/share"), "a network path");
  assert.equal(posix("\\\\?\\C:\\h"), "a device path");
  assert.equal(posix("/net/x"), "below /net");
  assert.equal(posix("/proc/1/root"), "below /proc");
  assert.equal(posix("/home/../proc/1/root"), "below /proc");
  assert.equal(posix("/dev"), "below /dev");
  assert.equal(posix("/sys/x"), "below /sys");
  assert.equal(posix("/mnt/nas/h"), "on the network file system /mnt/nas");
  assert.equal(posix("/mnt/nas2/h"), null);
  assert.equal(posix("C:\\h"), "a Windows path");
  assert.equal(posix("h"), "not an absolute path");
  const windows = visitRule("windows");
  assert.equal(windows("C:\\Users\\u"), null);
  assert.equal(windows("/home/u"), "a path of another system");
  assert.equal(windows("\\\\wsl.localhost\\Ubuntu\\home"), "a network path");
});

Deno.test("visitRule() sees through every way to write a system folder", () => {
  const rule = visitRule("posix");
  const filler = fc.constantFrom("", ".", "a/..", "/", "./.");
  fc.assert(
    fc.property(fc.array(filler), fc.constantFrom("net", "proc", "dev", "sys"), (dots, to) => {
      const path = `/${dots.join("/")}/${to}/x`;
      // two slashes in front name a server
      assert.notEqual(rule(path), null);
    }),
  );
});

Deno.test("networkMountsIn() names network mounts, and user-space ones whose source is a host", () => {
  const record = [
    "/dev/sda1 / ext4 rw 0 0",
    "nas:/export /mnt/n\\040as nfs4 rw 0 0",
    "//srv/share /mnt/share cifs rw 0 0",
    "user@host: /home/u/remote fuse.sshfs rw 0 0",
    "portal /run/user/1000/doc fuse.portal rw 0 0",
    "systemd-1 /mnt/auto autofs rw 0 0",
    "remote:bucket /mnt/bucket fuse.unknown rw 0 0",
    "/dev/fuse /mnt/ntfs fuseblk rw 0 0",
  ].join("\n");
  assert.deepEqual(networkMountsIn(record), [
    "/mnt/n as",
    "/mnt/share",
    "/home/u/remote",
    "/mnt/auto",
    "/mnt/bucket",
  ]);
});
