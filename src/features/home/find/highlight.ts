import { plainText } from '#domain/core/plain-text.ts'
import type { Query } from './match.ts'
import { type Span, typoPattern } from './one-typo.ts'

/** Returns the parts of a shown text that match the query, in order: as a phrase, else without its spaces, else by word. */
export function highlightSpans(shown: string, query: Query): Span[] {
  const spaced = foldWithPositions(shown, ' ')
  const phrase = spanOf(spaced, query.phrase)
  if (phrase) return [phrase]
  const joined = foldWithPositions(shown, '')
  const compact = query.compact.length > 1 && /\d/.test(query.compact) ? spanOf(joined, query.compact) : null
  if (compact) return [compact]
  const words = query.words
    // A single character inside a word would be a coincidence.
    .filter((word) => word.length > 1 || ` ${spaced.text}`.includes(` ${word}`))
    .map((word) => spanOf(spaced, word))
    .filter((span) => span !== null)
  if (words.length > 0) return withoutOverlaps(words)
  const typo = typoPattern(query.compact)?.find(joined.text)
  return typo ? [shownSpan(joined, typo)] : []
}

interface Folded {
  text: string
  /** Position in the shown text of each character. */
  positions: number[]
}

/** The same rows are on the screen from letter to letter. */
const known = new Map<string, Folded>()
const MOST_KNOWN = 500

function foldWithPositions(shown: string, separator: string): Folded {
  const name = `${separator}\n${shown}`
  const before = known.get(name)
  if (before) return before
  let text = ''
  const positions: number[] = []
  let at = 0
  for (const character of shown) {
    const isWord = /[\p{L}\p{N}]/u.test(character)
    for (const letter of isWord ? plainText(character) : separator) {
      text += letter
      positions.push(at)
    }
    at += character.length
  }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(name, { text, positions })
  return { text, positions }
}

/** Prefers the start of a word. */
function spanOf(folded: Folded, needle: string): Span | null {
  const { text } = folded
  const atWord = text.startsWith(needle) ? 0 : text.indexOf(` ${needle}`) + 1
  const at = atWord > 0 || text.startsWith(needle) ? atWord : text.indexOf(needle)
  return at < 0 ? null : shownSpan(folded, [at, at + needle.length])
}

function shownSpan({ positions }: Folded, [start, end]: Span): Span {
  const last = positions[end - 1] ?? 0
  return [positions[start] ?? 0, last + 1]
}

function withoutOverlaps(spans: readonly Span[]): Span[] {
  const separate: Span[] = []
  for (const span of spans.toSorted((a, b) => a[0] - b[0] || b[1] - a[1]))
    if (span[0] >= (separate.at(-1)?.[1] ?? 0)) separate.push(span)
  return separate
}
