import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type ProxyOptions } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import defaultBrandJson from '#brands/wheelbook/brand.json' with { type: 'json' }
import { parseBrand } from '#contract/core/brand.ts'
import { fontFaces } from '#server/brands/fonts.ts'
import { isLoopback } from '#server/config/trusted-proxies.ts'
import packageJson from './package.json' with { type: 'json' }

/** Modules that load together go into one file each, which compresses best and takes one request. */
const together = closures({
  boot: ['/src/app/main.tsx'],
  /** The sign-in screen; modules shared with the app are in `start`. */
  gate: ['/src/app/sign-in-page.tsx'],
  /** The shop's page, which needs neither. */
  shop: ['/src/app/shop-page.tsx'],
  /** Shared by every screen behind it. */
  app: ['/src/app/app.tsx', '/src/app/shell/AppShell.tsx'],
  /** Fetched in the background after the first frame (src/app/main.tsx). */
  offline: ['/src/offline/offline.ts', '/src/api/link.ts', '/src/device/device-care.ts'],
  /** The most frequent start screen. Without its own file it would load everything shared by four others. */
  home: ['/src/screens/home/DashboardScreen.tsx'],
  /** Fetched by the shell after it has rendered. */
  shell: ['/src/app/shell/banners/Banners.tsx', '/src/app/shell/account/AccountMenu.tsx'],
})

const isInBothWays = (id: string) =>
  together.isOf('gate')(id) && ['app', 'offline', 'home'].some((name) => together.isOf(name)(id))

/**
 * Modules shared by the shop's page and a part of the app are split off; otherwise the page would load the whole part.
 */
const isOfShopAnd = (part: 'app' | 'offline') => (id: string) =>
  together.isOf('shop')(id) && together.isOf(part)(id)

const compressBrotli = promisify(brotliCompress)
const defaultBrand = parseBrand(defaultBrandJson)

/** API address for `vite dev`; `npm run dev` sets it. */
const apiOrigin = process.env.WHEELBOOK_API_ORIGIN ?? 'http://127.0.0.1:3000'
/** Paths that the server handles itself; everything else is the app. */
const serverPaths = ['/api/', '/brand/', '/fonts/', '/manifest.webmanifest', '/mailbox']

/** The mailbox is for browsers on this machine, so the server must recognize remote requests. */
const nameStrangers: NonNullable<ProxyOptions['configure']> = (proxy) => {
  proxy.on('proxyReq', (passedOn, { socket: { remoteAddress = '' } }) => {
    if (!isLoopback(remoteAddress)) passedOn.setHeader('x-forwarded-for', remoteAddress)
  })
}

export default defineConfig({
  plugins: [
    react(),
    contractRoutes(),
    together.plugin,
    noCircles(),
    waysIn(),
    precompressed(),
    defaultBrandInPage(),
    pwa(),
  ],
  define: { __APP_VERSION__: JSON.stringify(appVersion()) },
  build: {
    target: ['chrome120', 'edge120', 'firefox121', 'safari17'],
    // Nothing is inlined as a data URL, because the content security policy forbids it.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Emotion imports it for an unused part.
      treeshake: { moduleSideEffects: [{ test: /hoist-non-react-statics/, sideEffects: false }] },
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'boot', test: together.isOf('boot'), priority: 8 },
            { name: 'start', test: isInBothWays, priority: 7 },
            { name: 'gate', test: together.isOf('gate'), priority: 6 },
            { name: 'base', test: isOfShopAnd('app'), priority: 5.5 },
            { name: 'app', test: together.isOf('app'), priority: 5 },
            { name: 'line', test: isOfShopAnd('offline'), priority: 4.5 },
            { name: 'offline', test: together.isOf('offline'), priority: 4 },
            { name: 'home', test: together.isOf('home'), priority: 3 },
            { name: 'shell', test: together.isOf('shell'), priority: 2 },
            // Modules shared by many screens form one more file. Those shared by two or three are split off; otherwise
            // each screen would load them all.
            { name: 'common', minShareCount: 4, priority: 1 },
            { name: 'shared', minShareCount: 2, entriesAware: true },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(
        serverPaths.map((path) => [path, { target: apiOrigin, ws: true, configure: nameStrangers }]),
      ),
      '/cable': { target: apiOrigin, ws: true },
    },
  },
})

/** `0.1.0+1a2b3c4`: the heartbeat reports it, and updates are detected by it. */
function appVersion(): string {
  const build = process.env.WHEELBOOK_BUILD || gitCommit()
  return build ? `${packageJson.version}+${build}` : packageJson.version
}

function gitCommit(): string | undefined {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    // An archive without git, or a machine without it.
    return undefined
  }
}

/** Computes the modules that some entries need at once, before the chunks are split. */
function closures(entries: Record<string, string[]>) {
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

/**
 * Reduces the contract to paths and methods for the app. The schemas would add 25 kB to the sign-in screen, and the
 * typed client needs only their types. A form imports the one schema that it validates with, without the calls in the
 * same file.
 */
function contractRoutes(): Plugin {
  const routes = '\0contract-routes'
  const noCalls = '\0contract-without-calls'
  return {
    name: 'wheelbook:contract-routes',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === '#contract/contract.ts' && importer.includes('/src/')) return routes
      return source.endsWith('/core/route.ts') && importer.includes('/contract/') ? noCalls : undefined
    },
    async load(loaded) {
      if (loaded === noCalls) {
        return `const none = new Proxy({}, { get: () => () => none })
          export const call = /* @__PURE__ */ () => none
          export const v4 = (path) => path
          export const v6 = v4`
      }
      if (loaded !== routes) return undefined
      const { contract } = await import('#contract/contract.ts')
      return `export const contract = ${JSON.stringify(contract, routesOnly)}`
    },
  }
}

/**
 * Rejects import cycles: they are evaluated in an unpredictable order, and a module may use another before it is
 * initialized.
 */
function noCircles(): Plugin {
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

/** Modules and text namespaces fetched on each entry page, besides the file that the page names. */
const WAYS_IN = {
  gate: { modules: ['/src/app/sign-in-page.tsx'], texts: ['common', 'sign-in', 'errors'] },
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
function waysIn(): Plugin {
  return {
    name: 'wheelbook:ways-in',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const fileOf = (module: string) =>
          Object.values(bundle).find(
            (c) => c.type === 'chunk' && c.moduleIds.some((id) => id.endsWith(module)),
          )?.fileName
        function withImports(files: (string | undefined)[], found = new Set<string>()) {
          for (const file of files) {
            const chunk = file === undefined || found.has(file) ? undefined : bundle[file]
            if (chunk?.type !== 'chunk') continue
            found.add(chunk.fileName)
            withImports(chunk.imports, found)
          }
          return found
        }
        const waysOf = (language: string) =>
          Object.fromEntries(
            Object.entries(WAYS_IN).map(([way, { modules, texts }]) => {
              const files = [...modules, ...texts.map((name) => `/locales/${language}/${name}.json`)].map(
                fileOf,
              )
              return [
                way,
                [...withImports(files)].filter((file) => !html.includes(file)).map((file) => `/${file}`),
              ]
            }),
          )
        const ways = { en: waysOf('en'), fr: waysOf('fr') }
        return html.replace('</head>', `  <!--ways-in:${JSON.stringify(ways)}-->\n  </head>`)
      },
    },
  }
}

/** Precompresses files next to the originals, because the best compression takes about a second. */
function precompressed(): Plugin {
  return {
    name: 'wheelbook:precompressed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }, bundle) {
      for (const file of Object.values(bundle)) {
        const body = file.type === 'chunk' ? file.code : file.source
        if (!/\.(js|css)$/.test(file.fileName) || body.length < 1400) continue
        const small = await compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
        await writeFile(resolve(dir, `${file.fileName}.br`), small)
      }
    },
  }
}

/** In development no server fills in the page, so it shows the default brand with its font. */
function defaultBrandInPage(): Plugin {
  return {
    name: 'wheelbook:default-brand',
    apply: 'serve',
    transformIndexHtml: () => [
      { tag: 'style', children: fontFaces(defaultBrand.theme.font) },
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'brand' },
        children: JSON.stringify(defaultBrand),
        injectTo: 'head-prepend',
      },
    ],
  }
}

function routesOnly(key: string, value: unknown): unknown {
  if (key !== '~orpc') return value
  const { method, path, successStatus, inputStructure, outputStructure } = (
    value as { route: Record<string, unknown> }
  ).route
  return { errorMap: {}, meta: {}, route: { method, path, successStatus, inputStructure, outputStructure } }
}

/**
 * The service worker. The server provides the manifest per host; in the build it would be precached, and every host
 * would show the same one.
 */
function pwa() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'service-worker.ts',
    registerType: 'prompt',
    // src/app/pwa registers it through workbox-window.
    injectRegister: false,
    manifest: false,
    includeManifestIcons: false,
    injectManifest: {
      // Excludes the page, which the service worker caches as the server made it for this host (S-15), and fonts,
      // because the brand's font comes with the page.
      globPatterns: ['assets/**/*.{js,css}', '*.svg'],
      // Braintree's card form: a megabyte that needs the network anyway.
      globIgnores: ['assets/DropIn-*.js'],
      maximumFileSizeToCacheInBytes: 4_000_000,
    },
    integration: {
      beforeBuildServiceWorker(options) {
        options.swDest = resolve(options.outDir, 'sw.js')
        options.injectManifest.swDest = options.swDest
      },
    },
  })
}
