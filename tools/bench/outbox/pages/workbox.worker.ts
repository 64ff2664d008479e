import { BackgroundSyncPlugin, type Queue } from 'workbox-background-sync'
import { registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'
import { reportQueueState } from './queue-worker.ts'

// The unmodified recipe of workbox's documentation.
const plugin = new BackgroundSyncPlugin('outbox')
registerRoute(
  ({ url }) => url.pathname.startsWith('/api/'),
  new NetworkOnly({ plugins: [plugin as object] }),
  'POST',
)

reportQueueState((plugin as unknown as { _queue: Queue })._queue)
