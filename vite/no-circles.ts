import type { Plugin } from 'vite'

/**
 * Rejects import cycles: they are evaluated in an unpredictable order, and a module may use another before it is
 * initialized.
 */
export function noCircles(): Plugin {
  return {
    name: 'wheelbook:no-circles',
    generateBundle(_, bundle) {
      const done = new Set<string>()
      const visit = (file: string, path: string[]) => {
        if (path.includes(file))
          this.error(`The chunks import each other in a circle: ${[...path, file].join(' → ')}`)
        const chunk = bundle[file]
        if (done.has(file) || chunk?.type !== 'chunk') return
        for (const imported of chunk.imports) visit(imported, [...path, file])
        done.add(file)
      }
      for (const file of Object.keys(bundle)) visit(file, [])
    },
  }
}
