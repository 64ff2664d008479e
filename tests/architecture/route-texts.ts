import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import type { SourceFile } from './source-files.ts'

/** Namespaces that every screen has: the shell's loader, or the sign-in page, waits for them. */
const ALWAYS = ['common', 'shell', 'outbox', 'errors', 'fields']

/**
 * Lists namespaces that the code of a screen uses and its route's loader does not load. React would suspend for them after
 * that code has arrived.
 * @param routes the files of `src/app/routes`
 */
export function findLateTexts(routes: SourceFile[]): string[] {
  const constants = new Map(
    routes.flatMap(({ text }) =>
      [...text.matchAll(/^(?:export )?const (\w+) = (?!createRoute)([^;]*?)\n(?=\n|export|$)/gm)].map(
        ([, name = '', value = '']) => [name, value] as const,
      ),
    ),
  )
  return routes.flatMap(({ text }) =>
    text
      .split(/createRoute\(/)
      .slice(1)
      .flatMap((block) => {
        const [, path] = /path: '([^']+)'/.exec(block) ?? []
        const [, screen] = /import\('#([^']+)'\)/.exec(block) ?? []
        if (!path || !screen) return []
        const [declared = ''] = block.split(/\n\}\)/)
        const loaded = namesIn(withConstants(declared, constants))
        return usedTexts(screen)
          .filter((name) => !loaded.includes(name) && !ALWAYS.includes(name))
          .map((name) => `${path} uses ${name}, which its loader does not load`)
      }),
  )
}

const namesIn = (text: string) => [...text.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name)

function withConstants(text: string, constants: Map<string, string>): string {
  const named = [...text.matchAll(/\.\.\.(\w+)/g)].flatMap(([, name = '']) => constants.get(name) ?? [])
  return [text, ...named.map((value) => withConstants(value, constants))].join('\n')
}

/** Namespaces of `useTexts` in a file and in all files that it imports statically. */
function usedTexts(screen: string): string[] {
  const seen = new Set<string>()
  const waiting = [screen]
  const found = new Set<string>()
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (seen.has(path) || !/\.tsx?$/.test(path) || !existsSync(path)) continue
    seen.add(path)
    const text = readFileSync(path, 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
    for (const [, names = ''] of text.matchAll(/useTexts\(([^)]*)\)/g))
      for (const name of namesIn(names)) found.add(name)
    for (const [, from = ''] of text.matchAll(/^(?:import|export) (?!type )[^']*? from '([^']+)'/gm))
      waiting.push(from.startsWith('#') ? from.slice(1) : normalize(join(dirname(path), from)))
  }
  return [...found].sort()
}
