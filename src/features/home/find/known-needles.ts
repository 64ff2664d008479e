import { type TextIndex, visitCandidates } from './text-index.ts'

/** Longer lists would save little. */
const LONGEST_LIST = 500
const MOST_LISTS = 300

type Lists = WeakMap<TextIndex, Map<string, readonly number[]>>
/** By needle: all records that contain it. */
const containing: Lists = new WeakMap()
/** By word: all records that contain it with one typing mistake. */
const mistyped: Lists = new WeakMap()

/** Returns all records that contain the text; undefined: not known. A typed letter only narrows them down. */
export function knownRecords(index: TextIndex, needle: string): readonly number[] | undefined {
  const known = containing.get(index)
  if (!known) return undefined
  for (let length = needle.length; length > 0; length--) {
    const list = known.get(needle.slice(0, length))
    if (list) return list
  }
}

/** Returns all records that contain the word with one typing mistake; undefined: not known. */
export const knownTypos = (index: TextIndex, word: string) => mistyped.get(index)?.get(word)

/** Remembers all records that contain the word with one typing mistake. */
export const rememberTypos = (index: TextIndex, word: string, records: readonly number[]) =>
  remember(mistyped, index, word, records)

function remember(lists: Lists, index: TextIndex, needle: string, records: readonly number[]) {
  if (records.length > LONGEST_LIST) return
  const known = lists.get(index) ?? new Map<string, readonly number[]>()
  lists.set(index, known)
  if (known.size >= MOST_LISTS) known.clear()
  known.set(needle, records)
}

/**
 * Visits the records that contain the needle, in order, until `visit` returns true or `most` candidates were checked. A
 * letter after a text that few records contain checks only those.
 */
export function visitRecords(
  index: TextIndex,
  needle: string,
  most: number,
  visit: (nth: number, text: string) => boolean,
): void {
  const records: number[] = []
  const check = (nth: number, text: string) => {
    if (!text.includes(needle)) return false
    records.push(nth)
    return visit(nth, text)
  }
  const known = knownRecords(index, needle)
  if (known) {
    if (!known.some((nth) => check(nth, index.texts[nth] ?? ''))) remember(containing, index, needle, records)
    return
  }
  let checked = 0
  let isStopped = false
  visitCandidates(index, [needle], most, (nth, text) => {
    checked++
    isStopped = check(nth, text)
    return isStopped
  })
  if (!isStopped && checked < most) remember(containing, index, needle, records)
}
