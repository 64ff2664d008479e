import { isFileOp, readOp } from './op-row.ts'

/**
 * What is on this device alone. An entry is one thing that a person saved: a record, a change, a deletion, a reading. A
 * file is one photo or document of an entry, counted by itself. Every place that tells a number counts like this.
 */
export interface UnsentCount {
  entries: number
  files: number
}

export const NO_UNSENT: UnsentCount = { entries: 0, files: 0 }

export const totalUnsent = ({ entries, files }: UnsentCount): number => entries + files

export const addUnsent = (one: UnsentCount, other: UnsentCount): UnsentCount => ({
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
export const waitingCountOf = ({ waiting, filesWaiting }: Counts): UnsentCount => ({
  entries: waiting,
  files: filesWaiting,
})

/** What only the person can help. */
export const needsYouCountOf = ({ needsYou, needsYouFiles }: Counts): UnsentCount => ({
  entries: needsYou - needsYouFiles,
  files: needsYouFiles,
})

/** All that has not arrived. */
export const unsentCountOf = (counts: Counts): UnsentCount =>
  addUnsent(waitingCountOf(counts), needsYouCountOf(counts))

/** The one number where there is room for one only: entries, and files where nothing else is left. */
export const shortCount = ({ entries, files }: UnsentCount): number => entries || files

/** Counts stored rows, those that do not read as operations included. */
export function countUnsent(rows: readonly unknown[]): UnsentCount {
  let files = 0
  for (const row of rows) {
    const op = readOp(row)
    if (op && isFileOp(op)) files++
  }
  return { entries: rows.length - files, files }
}
