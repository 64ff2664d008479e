import { typoPattern } from './one-typo.ts'
import { FIELD, type TextIndex, visitCandidates, wordsOf } from './text-index.ts'

/** How well a record matches, best first: a whole field, its start, the start of a word, any part, one typing mistake. */
export const RANK = { exact: 0, prefix: 1, word: 2, inside: 3, typo: 4 } as const
export type Rank = (typeof RANK)[keyof typeof RANK]

export interface Match {
  /** Position of the record in the index. */
  nth: number
  rank: Rank
}

export interface Query {
  /** The typed words, folded. */
  words: readonly string[]
  phrase: string
  /** The phrase without spaces, as plates and numbers are compared. */
  compact: string
}

/** Further letters would find nothing else. */
const LONGEST = 60
/** Candidates that one pass checks at most, which bounds its time. */
const MOST_CHECKED = 8000
/** Above this number of better matches, a typing mistake is unlikely. */
const FEW = 3

/** Returns the query of a typed text; null if it has no letter or digit. */
export function readQuery(typed: string): Query | null {
  const phrase = wordsOf(typed.slice(0, LONGEST))
  if (phrase === '') return null
  return { phrase, words: phrase.split(' '), compact: phrase.replaceAll(' ', '') }
}

/** Returns the best matches, best first, and in the order of the index within a rank. */
export function findMatches(index: TextIndex, query: Query, most: number): Match[] {
  const found = new Map<number, Rank>()
  const forms = query.compact === query.phrase ? [query.phrase] : [query.phrase, query.compact]
  const collect = (rank: Rank, needle: string) =>
    visitCandidates(index, [needle], MOST_CHECKED, (nth, text) => {
      if (!found.has(nth) && text.includes(needle)) found.set(nth, rank)
      return found.size >= most
    })
  for (const form of forms) collect(RANK.exact, FIELD + form + FIELD)
  for (const form of forms) collect(RANK.prefix, FIELD + form)
  collect(RANK.word, ` ${query.phrase}`)
  if (query.words.length > 1) collectWords(index, query.words, most, found)
  for (const form of forms) collect(RANK.inside, form)
  if (found.size < FEW && ![...found.values()].includes(RANK.exact)) collectTypos(index, query, most, found)
  return [...found].map(([nth, rank]) => ({ nth, rank })).sort((a, b) => a.rank - b.rank)
}

/** Adds records that contain all words: first those in which each begins a word. */
function collectWords(index: TextIndex, words: readonly string[], most: number, found: Map<number, Rank>) {
  const inside: number[] = []
  visitCandidates(index, words, MOST_CHECKED, (nth, text) => {
    if (found.has(nth) || !words.every((word) => text.includes(word))) return false
    if (words.every((word) => text.includes(FIELD + word) || text.includes(` ${word}`)))
      found.set(nth, RANK.word)
    else inside.push(nth)
    return found.size >= most
  })
  for (const nth of inside) if (found.size < most) found.set(nth, RANK.inside)
}

/** Adds records that contain the query except for one mistake in one of its words. */
function collectTypos(index: TextIndex, { words, compact }: Query, most: number, found: Map<number, Rank>) {
  const variants = words.map((word, nth) => ({ word, others: words.filter((_, other) => other !== nth) }))
  if (words.length > 1) variants.push({ word: compact, others: [] })
  for (const { word, others } of variants) {
    const pattern = typoPattern(word)
    for (const needles of pattern?.needles ?? [])
      visitCandidates(index, [...needles, ...others], MOST_CHECKED, (nth, text) => {
        if (!found.has(nth) && others.every((other) => text.includes(other)) && pattern?.find(text))
          found.set(nth, RANK.typo)
        return found.size >= most
      })
  }
}
