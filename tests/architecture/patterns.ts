import { join } from 'node:path'
import { locationOf, readSources, type SourceFile, visit } from './source-files.ts'

/** A regular expression of the product, with its location. */
export interface Pattern {
  source: string
  flags: string
  places: string[]
}

const root = join(import.meta.dirname, '../..')
const SOURCES = ['{contract,domain,server,src,sw,brands}/**/!(*.test|*.d).{ts,tsx}']

/** Regular expressions built at run time, which no check can read: each with the reason why its text is harmless. */
const BUILT: Record<string, string> = {
  'server/integrations/vehicle-catalog/patterns.ts': 'from the shipped catalog; has no repetition',
}

export const readProduct = () => readSources(root, SOURCES)

/** Returns every regular expression literal once. */
export function patternsOf(files: readonly SourceFile[]): Pattern[] {
  const patterns = new Map<string, Pattern>()
  for (const file of files)
    visit(file, {
      Literal(node) {
        if (!('regex' in node)) return
        const { pattern: source, flags } = node.regex
        const known = patterns.get(`${source}/${flags}`) ?? { source, flags, places: [] }
        known.places.push(locationOf(file, node))
        patterns.set(`${source}/${flags}`, known)
      },
    })
  return [...patterns.values()]
}

/** Returns calls that build a regular expression at run time, outside the list above. */
export function findBuiltPatterns(files: readonly SourceFile[]): string[] {
  const found: string[] = []
  const note = (file: SourceFile, node: { start: number; callee: object }) => {
    const isBuilt = 'name' in node.callee && node.callee.name === 'RegExp'
    if (isBuilt && !(file.path in BUILT))
      found.push(
        `${locationOf(file, node)} builds a pattern at run time: write a literal, which this check can read`,
      )
  }
  for (const file of files)
    visit(file, { NewExpression: (node) => note(file, node), CallExpression: (node) => note(file, node) })
  return found
}
