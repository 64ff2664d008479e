import type { Plugin } from 'vite'

/**
 * Rejects cycles between chunks of the build: code in such a chunk can run before the chunk that it imports has been
 * evaluated.
 */
export function noChunkCycles(): Plugin {
  return {
    name: 'wheelbook:no-chunk-cycles',
    generateBundle(_, bundle) {
      const done = new Set<string>()
      const visit = (file: string, path: string[]) => {
        if (path.includes(file))
          this.error(`The chunks import each other in a cycle: ${[...path, file].join(' → ')}`)
        const chunk = bundle[file]
        if (done.has(file) || chunk?.type !== 'chunk') return
        for (const imported of chunk.imports) visit(imported, [...path, file])
        done.add(file)
      }
      for (const file of Object.keys(bundle)) visit(file, [])
    },
  }
}
