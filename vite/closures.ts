import type { Plugin } from 'vite'

/** Computes the modules that some entries need at once, before the chunks are split. */
export function closures(entries: Record<string, string[]>) {
  const needed = new Map(Object.keys(entries).map((name) => [name, new Set<string>()]))
  const plugin: Plugin = {
    name: 'wheelbook:closures',
    buildEnd() {
      for (const [name, files] of Object.entries(entries)) {
        const found = needed.get(name) ?? new Set()
        const open = [...this.getModuleIds()].filter((id) => files.some((file) => id.endsWith(file)))
        // A renamed file would silently move its modules to other chunks.
        if (open.length < files.length)
          this.error(`The chunk '${name}' names a file that is not part of the app.`)
        for (let id = open.pop(); id !== undefined; id = open.pop()) {
          if (found.has(id)) continue
          found.add(id)
          open.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
      }
    },
  }
  return { plugin, isOf: (name: string) => (id: string) => needed.get(name)?.has(id) ?? false }
}
