import assert from "node:assert/strict";
import fc from "fast-check";
import { parseJson } from "../evidence/json.ts";
import { pairingId, readStoredToolCalls, readToolCalls } from "./tool_calls.ts";

Deno.test("readStoredToolCalls reads the usual list as the slow way does", () => {
  const words = fc.oneof(
    fc.string(),
    fc.constantFrom("", "a|b", "\ud800", "__proto__", '{"path":1}'),
  );
  const args = fc.oneof(
    words,
    fc.json(),
    fc.dictionary(fc.constantFrom("command", "path", "url", "query", "x"), words).map((it) =>
      JSON.stringify(it)
    ),
  );
  const call = fc.record(
    {
      id: fc.oneof(words, fc.integer(), fc.constant(null)),
      call_id: fc.oneof(words, fc.constant(null)),
      function: fc.oneof(
        fc.record({ name: words, arguments: args }, { requiredKeys: [] }),
        fc.constant(null),
        words,
      ),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: call }, fc.jsonValue())), (list) => {
      const stored = JSON.stringify(list);
      const slow = parseJson(stored);
      assert.ok(slow !== undefined);
      assert.deepEqual(readStoredToolCalls(stored), readToolCalls(slow));
    }),
    { numRuns: 2000 },
  );
});

Deno.test("pairingId cuts at the first bar and takes an empty id for none", () => {
  assert.deepEqual([null, "", "a", "a|b|c", "|b"].map(pairingId), [null, null, "a", "a", null]);
});
