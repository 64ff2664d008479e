import { isFileOp, readOp } from './op-row.ts'

/**
 * What is on this device alone. An entry is one thing that a person saved: a record, a change, a deletion, a reading. A
 * file is one photo or document of an entry, counted by itself. Every place that tells a number counts like this.
 */
export interface Held {
  entries: number
  files: number
}

export const NOTHING_HELD: Held = { entries: 0, files: 0 }

export const heldSum = ({ entries, files }: Held): number => entries + files

export const addHeld = (one: Held, other: Held): Held => ({
  entries: one.entries + other.entries,
  files: one.files + other.files,
})

/** Of `OutboxStatus`. */
interface Counts {
  waiting: number
  filesWaiting: number
  needsYou: number
  needsYouFiles: number
}

/** What goes out by itself. */
export const waitingOf = ({ waiting, filesWaiting }: Counts): Held => ({
  entries: waiting,
  files: filesWaiting,
})

/** What only the person can help. */
export const needingOf = ({ needsYou, needsYouFiles }: Counts): Held => ({
  entries: needsYou - needsYouFiles,
  files: needsYouFiles,
})

/** All that has not arrived. */
export const heldOf = (counts: Counts): Held => addHeld(waitingOf(counts), needingOf(counts))

/** The one number where there is room for one only: entries, and files where nothing else is left. */
export const shortCount = ({ entries, files }: Held): number => entries || files

/** Counts stored rows, those that do not read as operations included. */
export function countHeld(rows: readonly unknown[]): Held {
  let files = 0
  for (const row of rows) {
    const op = readOp(row)
    if (op && isFileOp(op)) files++
  }
  return { entries: rows.length - files, files }
}
