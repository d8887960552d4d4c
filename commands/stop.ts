/**
 * Ctrl-C asks to stop: the run ends at its next step, and leaves what is valid.
 *
 * @module
 */

import process from "node:process";

/** Whether somebody asked to stop. */
export interface Stop {
  asked(): boolean;
  /** Ends the listening. */
  end(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Listens for the signals that ask to stop. */
export function listenForStop(): Stop {
  let asked = false;
  const onSignal = (): void => {
    asked = true;
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    asked: () => asked,
    end: () => {
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
