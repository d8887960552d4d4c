import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise, assertLinesCut } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { trajectory } from "./trajectory.ts";

const PATH = "/home/u/work/site/trajectory_samples.jsonl";
const PROJECT = "[project=/home/u/work/site]";

function read(content: Uint8Array | string): string[] {
  return printed(toldOf(trajectory, memoryFile(PATH, content)));
}

Deno.test("saved runs, their turns, and every line that is none", () => {
  const from = "(from trajectory_samples.jsonl, timestamp host-local)";
  assert.deepEqual(read(sampleBytes("trajectory", "samples")), [
    `2026-11-30T12:18:35.806350Z host-local system #1 trajectory: model=openai/gpt-5.1 completed=true ${from} ${PROJECT}`,
    `- - system #1 trajectory system prompt: You may call tools. <tools>[]</tools> ${PROJECT}`,
    `- - user #1 count the files ${PROJECT}`,
    `- - assistant #1 <think>\nls\n</think>\n<tool_call>\n{"name": "terminal"}\n</tool_call> ${PROJECT}`,
    `- - tool_result #1 <tool_response>\n3\n</tool_response> ${PROJECT}`,
    `- - assistant #1 Three. ${PROJECT}`,
    `- - system #1 fine [project=/home/u/work/site; role=critic]`,
    `2026-11-30T12:18:36.000000Z host-local system #3 trajectory: model=- completed=false ${from} ${PROJECT}`,
    `- - user #3 again ${PROJECT}`,
    `- - system #4 trajectory: model=- completed=- ${from} [project=/home/u/work/site; timestamp as stored: 2026-02-30T12:18:36]`,
    `- - system #1 parser: unparseable line (entry is not an object): 5 ${PROJECT}`,
    `- - system #5 parser: unparseable line (no conversations list): {"conversations": {"from": "human"}} ${PROJECT}`,
    `- - system #6 parser: unparseable line (no conversations list): {"timestamp": 5} ${PROJECT}`,
    `- - system #7 parser: unparseable line (not an object): [1] ${PROJECT}`,
    `- - system #8 parser: unparseable line (not valid JSON): {"conversations": [{"from": "human ${PROJECT}`,
  ]);
});

Deno.test("a trajectory cut anywhere gives what stands before the cut", () => {
  assertLinesCut({ reader: trajectory, path: PATH, bytes: sampleBytes("trajectory", "samples") });
});

Deno.test("an empty trajectory and noise are borne", () => {
  assert.deepEqual(read(""), []);
  assertBearsNoise({ reader: trajectory, path: PATH, bytes: new Uint8Array(0) });
});
