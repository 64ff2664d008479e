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
import type { DocumentsService } from '#server/modules/core/documents/documents.service.ts'
import { captureForCompletion } from '#server/modules/money/payments/order-completion.ts'
import { exceedEstimate, recordEstimate } from '#server/modules/orders/orders/lifecycle/order-estimates.ts'
import { lockOrderForShop } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { completeOrder } from '#server/modules/orders/orders/lifecycle/order-work.ts'
import {
  attachInvoice,
  declineAppointment,
} from '#server/modules/orders/orders/lifecycle/shop-transitions.ts'
import { acceptProposal, declineProposal } from '../proposals/proposal-responses.ts'
import { confirmShopTime, listTimesOfShop } from './shop-appointments.ts'
import { shopFiles } from './shop-files.ts'
import { lineDrafts, requireShopOrder, servicesFor } from './shop-lines.ts'
import { shopLinksRepository as links } from './shop-links.repository.ts'

interface Deps {
  documents: DocumentsService
  clock: () => Date
}

/**
 * Actions of a shop on its order (ruling 15), through its link or by the demo simulator. Each write returns the updated
 * order.
 */
export function shopActionsService({ documents, clock }: Deps) {
  const files = shopFiles(documents)
  const of = (shop: ShopActor) => ({ fleetId: shop.fleet.id, id: shop.orderId })

  async function show(tx: Transaction, shop: ShopActor): Promise<ShopOrder> {
    const { order } = await requireShopOrder(tx, shop)
    const context = await links.context(tx, shop.orderId, clock())
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
    times: (tx: Transaction, shop: ShopActor, date: string | undefined) =>
      listTimesOfShop({ tx, clock }, shop, date),

    async services(tx: Transaction, shop: ShopActor) {
      const services = await servicesFor(tx, (await requireShopOrder(tx, shop)).context)
      return { services: services.map((service) => ({ ...service, typical_price: null })) }
    },

    confirm: writing<z.infer<typeof ConfirmFields>>((tx, shop, input) =>
      confirmShopTime({ tx, clock }, shop, input),
    ),

    decline: writing<z.infer<typeof DeclineFields>>((tx, shop, { note }) =>
      declineAppointment(tx, of(shop), note),
    ),

    /** Accepts the time that the fleet proposed. */
    acceptTime: writing<z.infer<typeof ProposalFields>>((tx, shop, input) =>
      acceptProposal({ tx, clock }, shop, input.appointment_datetime),
    ),

    declineTime: writing<z.infer<typeof ProposalFields>>((tx, shop, input) =>
      declineProposal(tx, shop, input.appointment_datetime),
    ),

    /** Submits the complete estimate. The server calculates totals and tax; a policy may approve it automatically. */
    estimate: writing<z.infer<typeof EstimateFields>>(async (tx, shop, { lines }) => {
      await lockOrderForShop(tx, of(shop), 'estimate')
      const drafts = await lineDrafts(tx, shop, lines)
      const { lineIds } = await recordEstimate({ tx, clock }, of(shop), { lines: drafts })
      await files.setPhotos(tx, shop, lines, lineIds)
    }),

    /**
     * Completes the work and captures its amount. If the final lines cost more than was approved, the order returns to
     * approval instead, and the shop completes it after that (ruling 28).
     */
    complete: writing<z.infer<typeof CompleteFields>>(async (tx, shop, { lines, ...done }) => {
      const drafts = lines && (await lineDrafts(tx, shop, lines))
      if (drafts && (await exceedEstimate(tx, of(shop), drafts, done))) return
      await completeOrder({ tx, clock }, of(shop), done)
      await captureForCompletion(tx, of(shop))
    }),

    /** Announces invoices for completed work; their files are uploaded later. */
    invoice: writing<z.infer<typeof InvoiceFields>>(async (tx, shop, input) => {
      await attachInvoice(tx, of(shop), input.invoice_number)
      await files.addInvoices(tx, shop, input.documents)
    }),
  }
}
export type ShopActionsService = ReturnType<typeof shopActionsService>
