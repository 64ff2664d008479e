import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite'

export interface SourceFile {
  path: string
  text: string
  program: ESTree.Program
}

/** Parses every file that matches a pattern below a folder. Throws at the first syntax error. */
export function readSources(folder: string, patterns: string[]): SourceFile[] {
  return globSync(patterns, { cwd: folder })
    .filter((path) => !path.includes('node_modules'))
    .map((path) => parseSource(path, readFileSync(join(folder, path), 'utf8')))
}

export function parseSource(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  return { path, text, program }
}

export function visit(file: SourceFile, visitors: VisitorObject): void {
  new Visitor(visitors).visit(file.program)
}

/** Formats a location for editors: 'src/app/app.tsx:12'. */
export function locationOf(file: SourceFile, node: { start: number }): string {
  return `${file.path}:${file.text.slice(0, node.start).split('\n').length}`
}
