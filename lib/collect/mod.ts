/**
 * Collects evidence into bundles, checks them, and opens them as evidence again.
 *
 * @module
 */

export type { CaseNotes } from "./case_record.ts";
export type { Choice } from "./found.ts";
export { type HostFacts, machineIn, thisMachine } from "./host_facts.ts";
export { type BundleShelf, bundleShelf } from "./open_bundle.ts";
export { collect, type CollectOptions, type CollectReport } from "./run.ts";
export { type Fault, type Verdict, verify, type VerifyOptions } from "./verify.ts";
