import { os } from '#server/http/calls/implementer.ts'
import type { SyncService } from './sync.service.ts'

export const syncRoutes = (service: SyncService) => ({
  pull: os.sync.pull.handler(({ input, context }) =>
    context.read((tx) => service.pull(tx, context.actor(), input)),
  ),
  receipts: os.sync.receipts.handler(({ input, context }) =>
    context.read((tx) => service.receipts(tx, context.actor(), input.ids)),
  ),
  heartbeat: os.sync.heartbeat.handler(({ input, context }) =>
    context.write(input, (tx) => service.heartbeat(tx, context.actor(), input)),
  ),
  unsent: os.sync.unsent.handler(({ input, context }) =>
    context.read((tx) => service.unsent(tx, context.actor(), input)),
  ),
  ping: os.sync.ping.handler(() => service.ping()),
})
