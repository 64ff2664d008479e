import { os } from '#server/http/calls/implementer.ts'
import { findMissingReceipts, listUnsent, pullChanges, recordHeartbeat } from './sync.service.ts'

export const syncRoutes = (clock: () => Date) => ({
  pull: os.sync.pull.handler(({ input, context }) =>
    context.read((tx) => pullChanges(context.useCase(tx), input)),
  ),
  receipts: os.sync.receipts.handler(({ input, context }) =>
    context.readAcross((tx) => findMissingReceipts(context.useCase(tx), input.ids)),
  ),
  // Not `write`, which announces a change: devices store no heartbeats, and would all sync at each one.
  heartbeat: os.sync.heartbeat.handler(({ input, context }) =>
    context.read((tx) => recordHeartbeat(context.useCase(tx), input)),
  ),
  unsent: os.sync.unsent.handler(({ input, context }) =>
    context.read((tx) => listUnsent(context.useCase(tx), input)),
  ),
  ping: os.sync.ping.handler(() => ({ ok: true as const, time: clock().toISOString() })),
})
