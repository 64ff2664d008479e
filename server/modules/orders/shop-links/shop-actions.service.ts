import type * as z from 'zod/mini'
import type {
  CompleteFields,
  ConfirmFields,
  DeclineFields,
  EstimateFields,
  InvoiceFields,
  ProposalFields,
} from '#contract/orders/shop-actions.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import type { ShopActor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { ScheduleService } from '#server/modules/catalog/shops/schedule.service.ts'
import type { DocumentsService } from '#server/modules/core/documents/documents.service.ts'
import type { OrderCompletion } from '#server/modules/money/payments/order-completion.ts'
import type { OrderLifecycleService } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { proposalResponses } from '../proposals/proposal-responses.ts'
import { shopAppointments } from './shop-appointments.ts'
import { shopFiles } from './shop-files.ts'
import { lineDrafts, requireShopOrder, servicesFor } from './shop-lines.ts'
import type { ShopLinksRepository } from './shop-links.repository.ts'

interface Deps {
  lifecycle: OrderLifecycleService
  links: ShopLinksRepository
  schedule: ScheduleService
  documents: DocumentsService
  now: () => Date
  completion: OrderCompletion
}

/**
 * Actions of a shop on its order (ruling 15), through its link or by the demo simulator. Each write returns the updated
 * order.
 */
export function shopActionsService(deps: Deps) {
  const { lifecycle, links, now, completion } = deps
  const responses = proposalResponses(deps)
  const appointments = shopAppointments(deps)
  const files = shopFiles(deps.documents)
  const of = (shop: ShopActor) => ({ fleetId: shop.fleet.id, id: shop.orderId })

  async function show(tx: Transaction, shop: ShopActor): Promise<ShopOrder> {
    const { order } = await requireShopOrder(tx, shop)
    const context = await links.context(tx, shop.orderId, now())
    return { ...order, expires_at: context?.expires_at ?? null }
  }

  /** Runs a write and returns the updated order. */
  const writing =
    <I>(write: (tx: Transaction, shop: ShopActor, input: I) => Promise<unknown>) =>
    async (tx: Transaction, shop: ShopActor, input: I) => {
      await write(tx, shop, input)
      return { body: await show(tx, shop) }
    }

  return {
    show,
    times: appointments.times,

    async services(tx: Transaction, shop: ShopActor) {
      const services = await servicesFor(tx, (await requireShopOrder(tx, shop)).context)
      return { services: services.map((service) => ({ ...service, typical_price: null })) }
    },

    confirm: writing<z.infer<typeof ConfirmFields>>(appointments.confirm),

    decline: writing<z.infer<typeof DeclineFields>>((tx, shop, { note }) =>
      lifecycle.decline(tx, of(shop), note),
    ),

    /** Accepts the time that the fleet proposed. */
    acceptTime: writing<z.infer<typeof ProposalFields>>((tx, shop, input) =>
      responses.accept(tx, shop, input.appointment_datetime),
    ),

    declineTime: writing<z.infer<typeof ProposalFields>>((tx, shop, input) =>
      responses.decline(tx, shop, input.appointment_datetime),
    ),

    /** Submits the complete estimate. The server calculates totals and tax; a policy may approve it automatically. */
    estimate: writing<z.infer<typeof EstimateFields>>(async (tx, shop, { lines }) => {
      await lifecycle.lockForShop(tx, of(shop), 'estimate')
      const drafts = await lineDrafts(tx, lifecycle, shop, lines)
      const { lineIds } = await lifecycle.estimate(tx, of(shop), { lines: drafts })
      await files.setPhotos(tx, shop, lines, lineIds)
    }),

    /**
     * Completes the work and captures its amount. If the final lines cost more than was approved, the order returns to
     * approval instead, and the shop completes it after that (ruling 28).
     */
    complete: writing<z.infer<typeof CompleteFields>>(async (tx, shop, { lines, ...done }) => {
      const drafts = lines && (await lineDrafts(tx, lifecycle, shop, lines))
      if (drafts && (await lifecycle.exceed(tx, of(shop), drafts, done))) return
      await lifecycle.complete(tx, of(shop), done)
      await completion.captureForCompletion(tx, of(shop))
    }),

    /** Announces invoices for completed work; their files are uploaded later. */
    invoice: writing<z.infer<typeof InvoiceFields>>(async (tx, shop, input) => {
      await lifecycle.attachInvoice(tx, of(shop), input.invoice_number)
      await files.addInvoices(tx, shop, input.documents)
    }),
  }
}
export type ShopActionsService = ReturnType<typeof shopActionsService>
