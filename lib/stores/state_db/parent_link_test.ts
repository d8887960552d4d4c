import assert from "node:assert/strict";
import { type JsonObject, parseJson } from "../../evidence/json.ts";
import { parentLink } from "./parent_link.ts";

function linkOf(
  given: { source?: string; config?: string; parent?: string | null },
  ended: string | null = null,
): string | null {
  const { source = "cli", config = "{}", parent = "p" } = given;
  const session = { source, config: parseJson(config) as JsonObject, parent };
  return parentLink(session, (id) => id === "p" ? ended : null);
}

Deno.test("parent_link: the session's own marks come before how the parent ended", () => {
  assert.equal(linkOf({ source: "subagent", parent: null }), "delegation");
  assert.equal(linkOf({ config: '{"_delegate_from":"x","_branched_from":"y"}' }), "delegation");
  assert.equal(linkOf({ config: '{"_branched_from":"y"}' }, "compression"), "branch");
  assert.equal(linkOf({ config: '{"_reset_from":"y"}' }, "compression"), null);
});

Deno.test("parent_link: a parent tells by how it ended, when it is known", () => {
  assert.equal(linkOf({}, "compression"), "compression");
  assert.equal(linkOf({}, "branched"), "branch");
  assert.equal(linkOf({}, "user_exit"), null);
  assert.equal(linkOf({ parent: "gone" }, "compression"), null);
  assert.equal(linkOf({ parent: null }, "compression"), null);
});
