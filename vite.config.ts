import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import defaultBrandJson from '#brands/wheelbook/brand.json' with { type: 'json' }
import { parseBrand } from '#contract/core/brand.ts'
import { webManifest } from '#server/brands/manifest.ts'
import packageJson from './package.json' with { type: 'json' }

const firstScreen = modulesOf(['/src/app/main.tsx', '/src/screens/access/SignInScreen.tsx'])

/** Where `vite dev` finds the API; `npm run dev` sets it. */
const apiOrigin = process.env.WHEELBOOK_API_ORIGIN ?? 'http://127.0.0.1:3000'
/** What the server answers itself; everything else is the app. */
const serverPaths = ['/api/', '/brand/', '/mailbox']

export default defineConfig({
  plugins: [react(), contractRoutes(), firstScreen.plugin, pwa()],
  define: { __APP_VERSION__: JSON.stringify(appVersion()) },
  build: {
    target: ['chrome120', 'edge120', 'firefox121', 'safari17'],
    // Nothing inlined as data: the content security policy allows none.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name }) => `assets/${name.startsWith('shared') ? 'shared' : '[name]'}-[hash].js`,
        codeSplitting: {
          groups: [
            // What the first screen needs, in one file: it compresses best and costs one request.
            { name: 'start', test: firstScreen.needs, priority: 2 },
            // Small shared parts are joined, or the app would come in a hundred crumbs.
            {
              name: 'shared',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 10_000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(serverPaths.map((path) => [path, { target: apiOrigin, ws: true }])),
      '/cable': { target: apiOrigin, ws: true },
    },
  },
})

/** `0.1.0+1a2b3c4`: what the heartbeat reports and what an update is told apart by. */
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

/** Which modules some entries need at once, found out before the chunks are cut. */
function modulesOf(entries: string[]) {
  const needed = new Set<string>()
  const plugin: Plugin = {
    name: 'wheelbook:first-screen',
    buildEnd() {
      const isEntry = (id: string) => entries.some((entry) => id.endsWith(entry))
      const open = [...this.getModuleIds()].filter(isEntry)
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (needed.has(id)) continue
        needed.add(id)
        open.push(...(this.getModuleInfo(id)?.importedIds ?? []))
      }
    },
  }
  return { plugin, needs: (id: string) => needed.has(id) }
}

/**
 * Gives the app the contract as paths and methods only. The schemas would cost the sign-in screen 25 kB,
 * and the typed client needs nothing but their types; a form imports the one schema that it checks with.
 */
function contractRoutes(): Plugin {
  const id = '\0contract-routes'
  return {
    name: 'wheelbook:contract-routes',
    enforce: 'pre',
    resolveId(source, importer) {
      return source === '#contract/contract.ts' && importer?.includes('/src/') ? id : undefined
    },
    async load(loaded) {
      if (loaded !== id) return undefined
      const { contract } = await import('#contract/contract.ts')
      return `export const contract = ${JSON.stringify(contract, routesOnly)}`
    },
  }
}

function routesOnly(key: string, value: unknown): unknown {
  if (key !== '~orpc') return value
  const { method, path, successStatus, inputStructure, outputStructure } = (
    value as { route: Record<string, unknown> }
  ).route
  return { errorMap: {}, meta: {}, route: { method, path, successStatus, inputStructure, outputStructure } }
}

/** Manifest and worker. The server answers /manifest.webmanifest itself, per host; this one is the default's. */
function pwa() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'service-worker.ts',
    registerType: 'prompt',
    // src/app/pwa registers it through workbox-window.
    injectRegister: false,
    manifest: { ...webManifest(parseBrand(defaultBrandJson), 'en'), dir: 'ltr', display: 'standalone' },
    includeManifestIcons: false,
    injectManifest: {
      // The page itself is not among them: the worker keeps it as the server made it for this host (reliability.md §1).
      globPatterns: ['assets/**/*.{js,css,woff2}', '*.svg'],
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
