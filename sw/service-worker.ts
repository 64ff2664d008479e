import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { precacheBrandFiles, serveBrandFiles } from './brand-files.ts'
import { cacheFiles } from './build-files.ts'
import { sendOnBackgroundSync } from './outbox.ts'
import { createShell, SERVER_PATHS } from './shell.ts'
import type { WorkerScope } from './worker-scope.ts'

declare const self: WorkerScope

const files = self.__WB_MANIFEST
const shell = createShell(files.map((file) => (typeof file === 'string' ? file : file.url)))

// Precaches all files of the build: an offline start needs every one of them.
const precache = new PrecacheController()
precache.addToCacheList(files)
cleanupOutdatedCaches()
registerRoute(new PrecacheRoute(precache, { directoryIndex: '', cleanURLs: false }))

// Navigations get the app's page; /api and other server paths bypass the worker.
registerRoute(
  new NavigationRoute(({ request, event }) => shell.respond(request, (work) => event.waitUntil(work)), {
    denylist: SERVER_PATHS,
  }),
)
serveBrandFiles()
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/fonts/'),
  ({ request }) => shell.respondWithFont(request),
)

self.addEventListener('install', (event) =>
  event.waitUntil(cacheFiles(precache).then(() => Promise.all([shell.install(), precacheBrandFiles()]))),
)
// Claims the page that installed it, so that one visit is enough (docs/offline.md#service-worker).
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([precache.activate(event), shell.activate(), self.clients.claim()])),
)

// A new version takes over only on user action (OFF-047).
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

sendOnBackgroundSync(self)
