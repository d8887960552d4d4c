import assert from "node:assert/strict";
import { find, homeLines, inTree, STATE_DB } from "../../testdata/discover_tree.ts";

const DOCKER = "var/lib/docker";

function dockerRecord(config: {
  id: string;
  name: string;
  env?: string[];
  mounts?: { Source: string; Destination: string; Type: string }[];
}): string {
  const { id, name, env = [], mounts = [] } = config;
  return JSON.stringify({
    ID: id,
    Name: `/${name}`,
    Config: { Image: "nous/agent", Env: env },
    MountPoints: Object.fromEntries(mounts.map((mount) => [mount.Destination, mount])),
  });
}

Deno.test("locate() follows Docker's records to bind mounts and layers", () => {
  inTree({
    [`${DOCKER}/containers/aa/config.v2.json`]: dockerRecord({
      id: "aa",
      name: "bound",
      mounts: [{ Source: "/srv/agents/one", Destination: "/opt/data", Type: "bind" }],
    }),
    "srv/agents/one/state.db": STATE_DB,
    [`${DOCKER}/containers/bb/config.v2.json`]: dockerRecord({
      id: "bb",
      name: "moved",
      env: ["HERMES_HOME=/srv/in/home", "PATH=/bin"],
      mounts: [{ Source: "/srv/agents/two", Destination: "/srv/in", Type: "bind" }],
    }),
    "srv/agents/two/home/state.db": STATE_DB,
    [`${DOCKER}/containers/cc/config.v2.json`]: dockerRecord({
      id: "cc",
      name: "layered",
      env: ["HERMES_HOME=/data"],
    }),
    [`${DOCKER}/image/overlay2/layerdb/mounts/cc/mount-id`]: "layer-cc",
    [`${DOCKER}/overlay2/layer-cc/diff/data/state.db`]: STATE_DB,
    [`${DOCKER}/containers/dd/config.v2.json`]: dockerRecord({
      id: "dd",
      name: "far",
      env: ["HERMES_YOLO_MODE=1"],
      mounts: [{ Source: "/net/nas/h", Destination: "/opt/data", Type: "bind" }],
    }),
    "net/nas/h/state.db": STATE_DB,
    [`${DOCKER}/containers/ee/config.v2.json`]: dockerRecord({
      id: "ee",
      name: "somebody-elses",
      mounts: [{ Source: "/srv/web", Destination: "/opt/data", Type: "bind" }],
    }),
    "srv/web/index.html": "x",
    [`${DOCKER}/containers/ff/config.v2.json`]: "{broken",
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), [
      "/srv/agents/one container - default",
      "/srv/agents/two/home container - default",
      `/${DOCKER}/overlay2/layer-cc/diff/data container - default`,
    ]);
    assert.deepEqual(located.homes.map(({ via }) => via), [
      "container bound",
      "container moved",
      "container layered",
    ]);
    assert.deepEqual(located.notVisited.map(({ path, reason }) => `${path}: ${reason}`), [
      "/net/nas/h: below /net",
    ]);
  });
});

Deno.test("locate() follows a volume that Docker records by its name alone", () => {
  const mount = (Name: string, Destination: string): { [key: string]: string } => ({
    Type: "volume",
    Source: "",
    Name,
    Destination,
  });
  const record = (id: string, env: string[], mounts: { [key: string]: string }[]): string =>
    JSON.stringify({
      ID: id,
      Name: `/${id}`,
      Config: { Image: "nous/agent", Env: env },
      MountPoints: Object.fromEntries(mounts.map((one) => [one["Destination"], one])),
    });
  inTree({
    [`${DOCKER}/containers/aa/config.v2.json`]: record("aa", ["HERMES_HOME=/state/h"], [
      mount("data1", "/state"),
    ]),
    [`${DOCKER}/volumes/data1/_data/h/state.db`]: STATE_DB,
    [`${DOCKER}/image/overlay2/layerdb/mounts/aa/mount-id`]: "layer-aa",
    [`${DOCKER}/overlay2/layer-aa/diff/state/h/state.db`]: STATE_DB,
    [`${DOCKER}/containers/bb/config.v2.json`]: record("bb", [], [mount("../../x", "/opt/data")]),
    [`${DOCKER}/containers/cc/config.v2.json`]: "{broken",
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), [
      `/${DOCKER}/volumes/data1/_data/h container docker:data1 default`,
    ]);
    assert.deepEqual(located.notes, [
      `/${DOCKER}/containers/cc/config.v2.json: not valid JSON: ` +
      "where this container keeps its home is not known",
    ]);
  });
});

Deno.test("locate() follows Podman's records", () => {
  const storage = "home/u/.local/share/containers/storage";
  inTree({
    [`${storage}/overlay-containers/containers.json`]: JSON.stringify([
      { id: "p1", names: ["agent"], image: "i1", layer: "l1" },
    ]),
    [`${storage}/overlay-containers/p1/userdata/config.json`]: JSON.stringify({
      process: { env: ["HERMES_CONFIG_BACKEND=remote"] },
      mounts: [{ destination: "/proc", type: "proc", source: "proc" }],
    }),
    [`${storage}/overlay/l1/diff/opt/data/state.db`]: STATE_DB,
  }, (dir) => {
    const [home, ...rest] = find({ roots: [dir] }).homes;
    assert.deepEqual(rest, []);
    assert.equal(home?.path, `/${storage}/overlay/l1/diff/opt/data`);
    assert.equal(home?.via, "container agent");
  });
});

Deno.test("locate() takes bind mounts of a compose file beside a home", () => {
  inTree({
    "srv/app/.hermes/state.db": STATE_DB,
    "etc/passwd": "app:x:1:1::/srv/app:/bin/sh\n",
    "srv/app/docker-compose.yml": [
      "services:",
      "  one:",
      "    volumes: ['./data:/opt/data:rw', 'named:/opt/data', '/srv/other:/var/log']",
      "  two:",
      "    environment: {HERMES_HOME: /h}",
      "    volumes:",
      "      - {type: bind, source: ../two, target: /h}",
      "      - ${WHERE}/x:/h",
      "      - /net/nas/x:/h",
    ].join("\n"),
    "srv/app/compose.yaml": "services: [not, a, map",
    "srv/app/data/state.db": STATE_DB,
    "srv/two/state.db": STATE_DB,
    "srv/other/state.db": STATE_DB,
  }, (dir) => {
    const located = find({ roots: [dir] });
    assert.deepEqual(homeLines(located), [
      "/srv/app/.hermes default app default",
      "/srv/app/data default - default",
      "/srv/two default - default",
    ]);
    assert.equal(located.homes[1]?.via, "service one of /srv/app/docker-compose.yml");
    assert.deepEqual(located.notVisited.map(({ path, reason }) => `${path}: ${reason}`), [
      "${WHERE}/x: holds a variable that is not known",
      "/net/nas/x: below /net",
    ]);
  });
});
