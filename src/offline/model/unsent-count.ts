import { isFileOp, type OpRow, readOp } from './op-row.ts'

/**
 * Number of entries and files that exist only on this device. An entry is one thing that the user saved: a record, a
 * change, a deletion, a reading. A file is one photo or document of an entry, counted separately. All counts in the
 * interface follow this rule.
 */
export interface UnsentCount {
  entries: number
  files: number
}

/** What has not arrived, as it was when the user was asked about it. */
export interface Unsent {
  count: UnsentCount
  /** One text for each stored row, which changes with its content. */
  versions: ReadonlySet<string>
}

export const NO_UNSENT: UnsentCount = { entries: 0, files: 0 }

export const totalUnsent = ({ entries, files }: UnsentCount): number => entries + files

export const addUnsent = (first: UnsentCount, other: UnsentCount): UnsentCount => ({
  entries: first.entries + other.entries,
  files: first.files + other.files,
})

/** The counts of `OutboxStatus`. */
interface Counts {
  waiting: number
  filesWaiting: number
  needsYou: number
  needsYouFiles: number
  listedWithNeedsYou: UnsentCount
}

/** Sent without user action. */
export const waitingCountOf = ({ waiting, filesWaiting, listedWithNeedsYou }: Counts): UnsentCount => ({
  entries: waiting - listedWithNeedsYou.entries,
  files: filesWaiting - listedWithNeedsYou.files,
})

/** Needs user action, or belongs to an entry that does. */
export const needsYouCountOf = ({ needsYou, needsYouFiles, listedWithNeedsYou }: Counts): UnsentCount => ({
  entries: needsYou - needsYouFiles + listedWithNeedsYou.entries,
  files: needsYouFiles + listedWithNeedsYou.files,
})

/** Everything that has not arrived. */
export const unsentCountOf = (counts: Counts): UnsentCount =>
  addUnsent(waitingCountOf(counts), needsYouCountOf(counts))

/** A single number for small spaces: entries, or files if only files are left. */
export const badgeCount = ({ entries, files }: UnsentCount): number => entries || files

/** Counts stored rows, including those that cannot be parsed as operations. */
export function countUnsent(rows: readonly unknown[]): UnsentCount {
  let files = 0
  for (const row of rows) {
    const op = readOp(row)
    if (op && isFileOp(op)) files++
  }
  return { entries: rows.length - files, files }
}

/** Changes with the content of a row: an edit before the first attempt keeps the id. */
export const versionOf = ({ id, edition }: Pick<OpRow, 'id' | 'edition'>): string => `${id}:${edition}`

export const unsentOf = (rows: readonly OpRow[]): Unsent => ({
  count: countUnsent(rows),
  versions: new Set(rows.map(versionOf)),
})
