import type { Plugin } from 'vite'

/** Modules and text namespaces fetched on each entry page, besides the file that the page names. */
const ENTRIES = {
  gate: { modules: ['/src/app/sign-in-page.tsx'], texts: ['common', 'sign-in', 'errors'] },
  /** With `gate`, for brands whose sign-in has tabs. */
  tabs: { modules: ['/src/features/access/sign-in/parts/BrandSignInPart.tsx'], texts: ['sign-in-steps'] },
  app: {
    modules: ['/src/app/app.tsx'],
    texts: ['common', 'shell', 'outbox', 'errors', 'fields'],
  },
  dashboard: { modules: ['/src/screens/home/DashboardScreen.tsx'], texts: ['dashboard'] },
}

/**
 * Lists in the page which files each entry needs, per language. The server preloads them with the page's own files,
 * because on a slow connection every sequential step costs a quarter of a second.
 */
export function preloadLists(): Plugin {
  return {
    name: 'wheelbook:preload-lists',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle)
        const fileOf = (module: string) =>
          files.find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith(module)))
            ?.fileName
        const textOf = (path: string) =>
          files.find((file) => file.type === 'asset' && file.originalFileNames.includes(path))?.fileName
        function withImports(files: (string | undefined)[], found = new Set<string>()) {
          for (const file of files) {
            const chunk = file === undefined || found.has(file) ? undefined : bundle[file]
            if (chunk?.type !== 'chunk') continue
            found.add(chunk.fileName)
            withImports(chunk.imports, found)
          }
          return found
        }
        const listsOf = (language: string) =>
          Object.fromEntries(
            Object.entries(ENTRIES).map(([entry, { modules, texts }]) => {
              const addresses = texts.flatMap((name) => textOf(`locales/${language}/${name}.json`) ?? [])
              const wanted = [...withImports(modules.map(fileOf)), ...addresses]
              return [entry, wanted.filter((file) => !html.includes(file)).map((file) => `/${file}`)]
            }),
          )
        const lists = { en: listsOf('en'), fr: listsOf('fr') }
        return html.replace('</head>', `  <!--preload-lists:${JSON.stringify(lists)}-->\n  </head>`)
      },
    },
  }
}
