import { writeFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Plugin } from 'vite'

/** One line of `dist/chunk-modules.jsonl`. */
export interface ChunkModules {
  file: string
  /** Files that this one imports at once. */
  imports: string[]
  /** Modules of the file, relative to the root of the repository, with their size before compression. */
  modules: { id: string; bytes: number }[]
}

/**
 * Writes which modules each file of the build has, for the size budgets (tests/budgets/). The server does not serve
 * files with this ending.
 */
export function chunkModules(): Plugin {
  return {
    name: 'wheelbook:chunk-modules',
    apply: 'build',
    // After all other plugins, which drop and rename files.
    async writeBundle({ dir = 'dist' }, bundle) {
      const { root } = this.environment.config
      const lines = Object.values(bundle).flatMap((chunk) => {
        if (chunk.type !== 'chunk') return []
        const modules = Object.entries(chunk.modules).map(([id, { renderedLength }]) => ({
          id: relative(root, id),
          bytes: renderedLength,
        }))
        return [
          JSON.stringify({ file: chunk.fileName, imports: chunk.imports, modules } satisfies ChunkModules),
        ]
      })
      await writeFile(resolve(dir, 'chunk-modules.jsonl'), `${lines.sort().join('\n')}\n`)
    },
  }
}
