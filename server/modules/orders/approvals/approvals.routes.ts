import { os } from '#server/http/calls/implementer.ts'
import type { OrderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import type { OrdersService } from '../orders/orders.service.ts'
import type { ApprovalsQueue } from './approvals-queue.ts'
import { addNote, listNotes } from './order-notes.ts'
import { previewOrder } from './order-preview.ts'
import { setVanityLabel } from './vanity-label.ts'

export const approvalsRoutes = (
  queue: ApprovalsQueue,
  orders: OrdersService,
  lifecycle: OrderLifecycleService,
) => ({
  queue: os.approvals.queue.handler(({ input, context }) => queue.list(context.actor(), input)),
  preview: os.approvals.preview.handler(({ input, context }) =>
    context.read((tx) => previewOrder({ tx, actor: context.actor() }, orders, input.id)),
  ),
  setVanityLabel: os.approvals.setVanityLabel.handler(({ input, context }) =>
    context.write(input, (tx) => setVanityLabel({ tx, actor: context.actor() }, orders, lifecycle, input)),
  ),
  notes: os.approvals.notes.handler(({ input, context }) =>
    context.read((tx) => listNotes({ tx, actor: context.actor() }, orders, input)),
  ),
  addNote: os.approvals.addNote.handler(({ input, context }) =>
    context.write(input, (tx) => addNote({ tx, actor: context.actor() }, orders, input)),
  ),
})
