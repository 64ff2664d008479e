import { FIELD } from './text-index.ts'

/** Shorter words have too many neighbors. */
const SHORTEST = 4
/** Shorter words must begin where a word begins, because a VIN contains nearly every four letters with a typing mistake. */
export const MIN_LENGTH_INSIDE = 6

/** Start and end of a match in a text. */
export type Span = readonly [start: number, end: number]

/** A typed word as it can stand in a text despite one typing mistake. */
export interface TypoPattern {
  /** Returns where a text contains the word with one wrong, missing, extra or swapped character. */
  find(text: string): Span | null
}

/**
 * Returns the pattern of a word; null if it is too short. A single mistake leaves one half of the word intact, unless it
 * swaps the two characters in the middle.
 */
export function typoPattern(word: string): TypoPattern | null {
  if (word.length < SHORTEST) return null
  const middle = word.length >> 1
  const [left, right] = [word.slice(0, middle), word.slice(middle)]
  const swapped = left.slice(0, -1) + right.charAt(0) + left.slice(-1) + right.slice(1)
  const startsHere = (text: string, at: number) => word.length >= MIN_LENGTH_INSIDE || isWordStart(text, at)
  return {
    find(text) {
      for (let at = text.indexOf(left); at >= 0; at = text.indexOf(left, at + 1)) {
        const end = startsHere(text, at) ? endOf(text, at + left.length, right) : null
        if (end !== null) return [at, end]
      }
      for (let at = text.indexOf(right); at >= 0; at = text.indexOf(right, at + 1)) {
        const start = startOf(text, at, left).find((start) => startsHere(text, start))
        if (start !== undefined) return [start, at + right.length]
      }
      for (let at = text.indexOf(swapped); at >= 0; at = text.indexOf(swapped, at + 1))
        if (startsHere(text, at)) return [at, at + swapped.length]
      return null
    },
  }
}

/** Returns where `part` ends that begins in the text at `from` with at most one mistake. */
function endOf(text: string, from: number, part: string): number | null {
  let same = 0
  while (same < part.length && text[from + same] === part[same]) same++
  const at = from + same
  if (same === part.length) return at
  const [rest, afterNext] = [part.slice(same + 1), part.slice(same + 2)]
  if (text.startsWith(rest, at + 1) && isLetter(text[at])) return at + 1 + rest.length
  if (text.startsWith(rest, at)) return at + rest.length
  if (text.startsWith(part.slice(same), at + 1) && isLetter(text[at])) return at + 1 + part.length - same
  const isSwapped = text[at] === part[same + 1] && text[at + 1] === part[same]
  return isSwapped && text.startsWith(afterNext, at + 2) ? at + 2 + afterNext.length : null
}

/** Returns where `part` can begin that ends in the text before `to` with at most one mistake. */
function startOf(text: string, to: number, part: string): number[] {
  let same = 0
  while (same < part.length && text[to - 1 - same] === part[part.length - 1 - same]) same++
  const at = to - same
  if (same === part.length) return [at]
  const rest = part.slice(0, part.length - same - 1)
  const beforeNext = rest.slice(0, -1)
  const starts: number[] = []
  if (text.endsWith(rest, at - 1) && isLetter(text[at - 1])) starts.push(at - 1 - rest.length)
  if (text.endsWith(rest, at)) starts.push(at - rest.length)
  const whole = part.slice(0, part.length - same)
  if (text.endsWith(whole, at - 1) && isLetter(text[at - 1])) starts.push(at - 1 - whole.length)
  const isSwapped = rest !== '' && text[at - 1] === rest.at(-1) && text[at - 2] === whole.at(-1)
  if (isSwapped && text.endsWith(beforeNext, at - 2)) starts.push(at - 2 - beforeNext.length)
  return starts
}

/** A mistake never reaches into the next word. */
const isLetter = (character: string | undefined) =>
  character !== undefined && character !== ' ' && character !== FIELD

const isWordStart = (text: string, at: number) => at === 0 || !isLetter(text[at - 1])
