import { resolve } from 'node:path'
import { VitePWA } from 'vite-plugin-pwa'

/**
 * The service worker. The server provides the manifest per host; in the build it would be precached, and every host
 * would show the same one.
 */
export function serviceWorker() {
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
      globPatterns: ['assets/**/*.{js,css,json}', '*.svg'],
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
