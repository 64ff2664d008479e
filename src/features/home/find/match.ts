import { knownRecords, knownTypos, rememberTypos, visitRecords } from './known-needles.ts'
import { typoPattern } from './one-typo.ts'
import { FIELD, type TextIndex, visitBits, visitCandidates, wordsOf } from './text-index.ts'
import { typoCandidates } from './typo-candidates.ts'

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

/** Returns at most `most` matches, best first, and in the order of the index within a rank. */
export function findMatches(index: TextIndex, query: Query, most: number): Match[] {
  const found = new Map<number, Rank>()
  const forms = query.compact === query.phrase ? [query.phrase] : [query.phrase, query.compact]
  const collect = (rank: Rank, needle: string) => {
    if (found.size >= most) return
    visitRecords(index, needle, MOST_CHECKED, (nth) => {
      if (!found.has(nth)) found.set(nth, rank)
      return found.size >= most
    })
  }
  for (const form of forms) collect(RANK.exact, FIELD + form + FIELD)
  for (const form of forms) collect(RANK.prefix, FIELD + form)
  collect(RANK.word, ` ${query.phrase}`)
  if (query.words.length > 1 && found.size < most) collectWords(index, query.words, most, found)
  for (const form of forms) collect(RANK.inside, form)
  if (found.size < FEW && ![...found.values()].includes(RANK.exact)) collectTypos(index, query, most, found)
  return [...found].map(([nth, rank]) => ({ nth, rank })).sort((a, b) => a.rank - b.rank)
}

/** Adds records that contain all words: first those in which each begins a word. */
function collectWords(index: TextIndex, words: readonly string[], most: number, found: Map<number, Rank>) {
  const inside: number[] = []
  const known = words.map((word) => knownRecords(index, word)).filter((list) => list !== undefined)
  const visit = (nth: number, text: string) => {
    if (found.has(nth) || !words.every((word) => text.includes(word))) return false
    if (words.every((word) => text.includes(FIELD + word) || text.includes(` ${word}`)))
      found.set(nth, RANK.word)
    else inside.push(nth)
    return found.size >= most
  }
  const fewest = known.toSorted((a, b) => a.length - b.length)[0]
  if (fewest) fewest.some((nth) => visit(nth, index.texts[nth] ?? ''))
  else visitCandidates(index, words, MOST_CHECKED, visit)
  for (const nth of inside) if (found.size < most) found.set(nth, RANK.inside)
}

/** Adds records that contain the query except for one mistake in one of its words. */
function collectTypos(index: TextIndex, { words, compact }: Query, most: number, found: Map<number, Rank>) {
  const variants = words.map((word, nth) => ({ word, others: words.filter((_, other) => other !== nth) }))
  if (words.length > 1) variants.push({ word: compact, others: [] })
  for (const { word, others } of variants) {
    const pattern = typoPattern(word)
    if (!pattern || found.size >= most) continue
    const hits: number[] = []
    const visit = (nth: number, text: string) => {
      if (!pattern.find(text)) return false
      hits.push(nth)
      if (!found.has(nth) && others.every((other) => text.includes(other))) found.set(nth, RANK.typo)
      return found.size >= most
    }
    // A word is usually typed before the next one, so that its own matches are known by then.
    const known = knownTypos(index, word)
    if (known) known.some((nth) => visit(nth, index.texts[nth] ?? ''))
    else visitBits(index, typoCandidates(index, word, others), MOST_CHECKED, visit)
    if (!known && others.length === 0 && found.size < most) rememberTypos(index, word, hits)
  }
}
