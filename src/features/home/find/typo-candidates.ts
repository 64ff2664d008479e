import { MIN_LENGTH_INSIDE } from './one-typo.ts'
import { FIELD, pairBitmap, type TextIndex } from './text-index.ts'

/**
 * Returns, for 32 records at a time, which ones may contain a word with one typing mistake. A wrong, missing or extra
 * character leaves all pairs before and after it intact; a swap replaces three known pairs by three others. So a record
 * that passes contains nearly the whole word, whatever the position of the mistake.
 */
export function typoCandidates(
  index: TextIndex,
  word: string,
  others: readonly string[],
): (at: number) => number {
  const { length } = word
  const pairs = Array.from({ length: length - 1 }, (_, i) => pair(word, i, i + 1))
  const swaps = Array.from({ length: length - 1 }, (_, i) => [
    ...(i > 0 ? [pair(word, i - 1, i + 1)] : []),
    pair(word, i + 1, i),
    ...(i + 2 < length ? [pair(word, i, i + 2)] : []),
  ])
  const starts =
    length < MIN_LENGTH_INSIDE
      ? [pairBitmap(index, FIELD, word.charAt(0)), pairBitmap(index, ' ', word.charAt(0))]
      : null
  const needed = others.flatMap((other) =>
    Array.from({ length: other.length - 1 }, (_, i) => pair(other, i, i + 1)),
  )
  // before[i]: the pairs among the characters before position i; after[i]: those among the characters from i on.
  const before = new Int32Array(length + 1)
  const after = new Int32Array(length + 1)

  function pair(text: string, first: number, second: number) {
    return pairBitmap(index, text.charAt(first), text.charAt(second))
  }

  return (at) => {
    let mask = -1
    for (const bitmap of needed) mask &= bitmap?.[at] ?? 0
    if (mask === 0) return 0
    const begins = starts ? (starts[0]?.[at] ?? 0) | (starts[1]?.[at] ?? 0) : -1
    before[0] = begins
    before[1] = begins
    after[length] = -1
    after[length - 1] = -1
    for (let i = 2; i <= length; i++) before[i] = (before[i - 1] ?? 0) & (pairs[i - 2]?.[at] ?? 0)
    for (let i = length - 2; i >= 0; i--) after[i] = (after[i + 1] ?? 0) & (pairs[i]?.[at] ?? 0)
    // A mistake in the first character says nothing about the start of the word.
    let bits = after[1] ?? 0
    for (let i = 1; i < length; i++) bits |= (before[i] ?? 0) & (after[i + 1] ?? 0)
    for (let i = 0; i + 1 < length; i++) {
      let swapped = (i === 0 ? -1 : (before[i] ?? 0)) & (after[i + 2] ?? 0)
      for (const bitmap of swaps[i] ?? []) swapped &= bitmap?.[at] ?? 0
      bits |= swapped
    }
    return bits & mask
  }
}
