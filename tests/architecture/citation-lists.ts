import { parseSync } from 'vite'
import type { TextFile } from './citations.ts'

/** The most requirement IDs that one comment of a test may cite. A longer list does not show what asserts each ID. */
const MOST = 3

/** Returns the comments of test files that cite more than three requirement IDs. A range counts as all its IDs. */
export function findCitationLists(files: readonly TextFile[]): string[] {
  return files.filter(isSearched).flatMap(({ path, text }) =>
    commentsOf(path, text).flatMap(({ start, value }) => {
      const { size } = citedIn(value)
      if (size <= MOST) return []
      const line = text.slice(0, start).split('\n').length
      return [`${path}:${line} cites ${size} requirements in one comment: cite each where it is asserted`]
    }),
  )
}

/** Tests, except those of these rules: their examples break them. */
const isSearched = ({ path }: TextFile) =>
  /\.(?:test\.tsx?|e2e\.ts)$/.test(path) && !path.startsWith('tests/architecture/')

interface Comment {
  start: number
  end: number
  value: string
}

/** Returns the comments of a file. Line comments on consecutive lines are one comment. */
function commentsOf(path: string, text: string): Comment[] {
  const found: (Comment & { isContinuable: boolean })[] = []
  for (const { type, start, end, value } of parseSync(path, text).comments) {
    const previous = found.at(-1)
    const isAlone = text.slice(text.lastIndexOf('\n', start) + 1, start).trim() === ''
    const isContinuable = type === 'Line' && isAlone
    if (previous?.isContinuable && isContinuable && /^\r?\n[ \t]*$/.test(text.slice(previous.end, start))) {
      previous.value += `\n${value}`
      previous.end = end
    } else found.push({ start, end, value, isContinuable })
  }
  return found
}

/** Returns the IDs in a text: 'MHX-018', 'MHX-018 to MHX-021', 'MHX-018..021', 'S-19'. */
function citedIn(text: string): Set<string> {
  const ids = new Set<string>()
  const cited = /\b([A-Z]{3}|[SRP])-(\d{1,3})\b(?:(?:[\s*]+to[\s*]+|\.\.|–)(?:\1-)?(\d{1,3})\b)?/g
  for (const [, prefix, first, last = first] of text.matchAll(cited))
    for (let n = Number(first); n <= Number(last); n++) ids.add(`${prefix}-${n}`)
  return ids
}
