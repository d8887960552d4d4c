/**
 * The row, its times and its order, and how it is written.
 *
 * @module
 */

export { type Basis, EMPTY_ROW, type Micros, type Row, systemRow, type Turn } from "./row.ts";
export type { SourceKind, StampedRow } from "./stamped.ts";
export { type AnyText, type Maybe, orDash, type RowText } from "./text.ts";
export {
  fileTrouble,
  isTrouble,
  lineTrouble,
  LONGEST_VALUE,
  type Place,
  type Reason,
  recordTrouble,
  storedValue,
  type Trouble,
  troubleRow,
} from "./trouble.ts";
export {
  formatMicros,
  nanosToMicros,
  parseUtcStamp,
  storedTimeNote,
  trustedMicros,
  type UtcStamp,
} from "./time.ts";
export { type HostMoment, type HostZone, zoneOf } from "./host_time.ts";
export { compareCodePoints, compareRanked, type Ranked } from "./order.ts";
export { merge } from "./merge.ts";
export { type Cell, cellsOf, COLUMNS } from "./columns.ts";
export { forTerminal, wellFormed } from "./escape.ts";
export { openOutput, type Output } from "./output.ts";
export {
  ClosedPipe,
  type Format,
  FORMATS,
  LONGEST_CELL,
  openWriter,
  OutputError,
  OutputPlaceError,
  type RowWriter,
  type WriteReport,
} from "./writer.ts";
