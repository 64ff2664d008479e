import react from '@vitejs/plugin-react'
import { defineConfig, type ProxyOptions } from 'vite'
import { isLoopback } from '#server/config/trusted-proxies.ts'
import { appVersion } from './vite/app-version.ts'
import { chunkModules } from './vite/chunk-modules.ts'
import { closures } from './vite/closures.ts'
import { compactTexts } from './vite/compact-texts.ts'
import { contractRoutes } from './vite/contract-routes.ts'
import { defaultBrandInPage } from './vite/default-brand.ts'
import { noChunkCycles } from './vite/no-chunk-cycles.ts'
import { precompressed } from './vite/precompressed.ts'
import { preloadLists } from './vite/preload-lists.ts'
import { serviceWorker } from './vite/service-worker.ts'

/** Modules that load together go into one file each, which compresses best and takes one request. */
const together = closures({
  boot: ['/src/app/main.tsx'],
  /** The sign-in screen; modules shared with the app are in `start`. */
  gate: ['/src/app/sign-in-page.tsx'],
  /** Tabs and notices of the sign-in screen of some brands. */
  tabs: ['/src/features/access/sign-in/parts/BrandSignInPart.tsx'],
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

/** The tabs of the sign-in screen of some brands, which would otherwise load 'common' with all that it imports. */
const isOfTabs = (id: string) => id.includes('/@mui/material/') && together.isOf('tabs')(id)
/** Shared by the tabs and by dialogs, which must not load the tabs. */
const isOfTabsAndDialogs = (id: string) => id.includes('/contains/')

/**
 * Modules shared by the shop's page and a part of the app are split off; otherwise the page would load the whole part.
 */
const isOfShopAnd = (part: 'app' | 'offline') => (id: string) =>
  together.isOf('shop')(id) && together.isOf(part)(id)

const isOfQueue = (id: string) => /\/src\/offline\/(?:queue|sender|shop|storage|sync)\//.test(id)

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
    compactTexts(),
    together.plugin,
    noChunkCycles(),
    chunkModules(),
    preloadLists(),
    precompressed(),
    defaultBrandInPage(),
    serviceWorker(),
  ],
  define: { __APP_VERSION__: JSON.stringify(appVersion()) },
  build: {
    // OFF-050
    target: ['chrome120', 'edge120', 'firefox125', 'safari16.4'],
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
            { name: 'start', test: (id) => isInBothWays(id) || isOfTabsAndDialogs(id), priority: 7 },
            { name: 'gate', test: together.isOf('gate'), priority: 6 },
            { name: 'base', test: isOfShopAnd('app'), priority: 5.5 },
            { name: 'app', test: together.isOf('app'), priority: 5 },
            // Screens import models and the transport at once; the queue is fetched after the first frame.
            { name: 'line', test: (id) => isOfShopAnd('offline')(id) && !isOfQueue(id), priority: 4.6 },
            { name: 'queue', test: isOfShopAnd('offline'), priority: 4.5 },
            { name: 'offline', test: together.isOf('offline'), priority: 4 },
            { name: 'tabs', test: isOfTabs, priority: 3.5 },
            { name: 'home', test: together.isOf('home'), priority: 3 },
            { name: 'shell', test: together.isOf('shell'), priority: 2 },
            // Modules shared by many screens form one more file. Those shared by two or three are split off; otherwise
            // each screen would load them all, as it would the bulk actions and chips, which only lists have.
            {
              name: 'common',
              test: (id) => !/\/(?:bulk-action|vehicles\/facets\/|vehicle-facets)/.test(id),
              minShareCount: 4,
              priority: 1,
            },
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
