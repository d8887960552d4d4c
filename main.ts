/**
 * hermeneut: what the Hermes agent left on a machine.
 *
 * @module
 */

import process from "node:process";
import { runCli } from "./commands/mod.ts";

process.exitCode = await runCli(process.argv.slice(2));
