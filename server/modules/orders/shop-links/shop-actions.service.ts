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
import type { DocumentPorts } from '#server/modules/core/documents/documents.service.ts'
import { captureForCompletion } from '#server/modules/money/payments/order-completion.ts'
import { exceedEstimate, recordEstimate } from '#server/modules/orders/orders/lifecycle/order-estimates.ts'
import { lastApproval } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { lockOrder, transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { completeOrder, updateVehicle } from '#server/modules/orders/orders/lifecycle/order-work.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { acceptProposal, declineProposal } from '../proposals/proposal-responses.ts'
import { confirmShopTime } from './shop-appointments.ts'
import { addInvoices, setPhotos } from './shop-files.ts'
import { lineDrafts, requireShopOrder, servicesFor } from './shop-lines.ts'
import { shopLinksRepository as links } from './shop-links.repository.ts'

/**
 * The first argument of the actions of a shop on its order (ruling 15), through its link or by the demo simulator. Each
 * write returns the updated order.
 */
interface ShopUseCase extends Pick<UseCase, 'tx' | 'clock'> {
  shop: ShopActor
}

/** Returns the order as the shop sees it. */
export async function showOrderToShop({ tx, shop, clock }: ShopUseCase): Promise<ShopOrder> {
  const { order } = await requireShopOrder(tx, shop)
  const context = await links.context(tx, shop.orderId, clock())
  const approval = order.status === 'approved' ? await lastApproval(tx, orderOf(shop)) : undefined
  return { ...order, approval: approval ?? null, expires_at: context?.expires_at ?? null }
}

/** Returns the services that the shop may add to its estimate. */
export async function listServicesForShop({ tx, shop }: Pick<ShopUseCase, 'tx' | 'shop'>) {
  const services = await servicesFor(tx, (await requireShopOrder(tx, shop)).context)
  return { services: services.map((service) => ({ ...service, typical_price: null })) }
}

/** Confirms the appointment. */
export const confirmAsShop = writing<z.infer<typeof ConfirmFields>>(({ tx, clock, shop }, input) =>
  confirmShopTime({ tx, clock }, shop, input),
)

/** Declines the appointment. */
export const declineAsShop = writing<z.infer<typeof DeclineFields>>(({ tx, shop }, { note }) =>
  transitionOrder(tx, orderOf(shop), 'cancel', { shop: true }, {}, note === undefined ? {} : { note }),
)

/** Accepts the time that the fleet proposed. */
export const acceptTimeAsShop = writing<z.infer<typeof ProposalFields>>(({ tx, clock, shop }, input) =>
  acceptProposal({ tx, clock }, shop, input.appointment_datetime),
)

/** Declines the time that the fleet proposed. */
export const declineTimeAsShop = writing<z.infer<typeof ProposalFields>>(({ tx, shop }, input) =>
  declineProposal(tx, shop, input.appointment_datetime),
)

/**
 * Submits the complete estimate. The server calculates totals and tax; a policy may approve it automatically. Errors:
 * estimate_changed, if it is not based on the latest one (APR-072).
 */
export const estimateAsShop = writing<z.infer<typeof EstimateFields>, { ports: DocumentPorts }>(
  async ({ tx, clock, shop, ports }, { lines, based_on }) => {
    await lockOrder(tx, orderOf(shop), 'estimate', { shop: true })
    await requireLatest(tx, shop, based_on)
    const drafts = await lineDrafts(tx, shop, lines)
    const { lineIds } = await recordEstimate({ tx, clock }, orderOf(shop), { lines: drafts })
    await setPhotos({ tx, shop, ports }, lines, lineIds)
  },
)

/**
 * Completes the work and captures its amount. If the final lines cost more than was approved (ruling 28) or include work
 * that no one approved (ruling 37), the order returns to approval instead, and the shop completes it after that. A mere
 * request for approval completes nothing (APR-071). Errors: order_status; estimate_changed, if the lines are not based on
 * the latest ones (APR-081).
 */
export const completeAsShop = writing<z.infer<typeof CompleteFields>>(
  async ({ tx, clock, shop }, { lines, based_on, requests_approval, ...done }) => {
    // Lock first, so that an approval at the same time does not change the lines after they were read.
    const head = await lockOrder(tx, orderOf(shop), 'complete', { shop: true })
    if (lines) await requireLatest(tx, shop, based_on)
    const drafts = lines && (await lineDrafts(tx, shop, lines))
    const result = drafts ? await exceedEstimate({ tx, clock }, orderOf(shop), drafts, done) : 'within'
    if (result === 'awaiting_approval' || (result === 'approved' && requests_approval)) {
      // The shop does not have to send its reading again when it completes the work.
      if (done.odometer !== undefined) await updateVehicle({ tx, clock }, head, done.odometer)
      return
    }
    if (requests_approval) throw new Problem('order_status')
    await completeOrder({ tx, clock }, orderOf(shop), done)
    await captureForCompletion(tx, orderOf(shop))
  },
)

/** Announces invoices for completed work; their files are uploaded later. */
export const invoiceAsShop = writing<z.infer<typeof InvoiceFields>, { ports: DocumentPorts }>(
  async ({ tx, shop, ports }, input) => {
    const change = input.invoice_number === undefined ? {} : { invoice_number: input.invoice_number }
    await transitionOrder(tx, orderOf(shop), 'attach_invoice', { shop: true }, change)
    await addInvoices({ tx, shop, ports }, input.documents)
  },
)

/** Requires that no estimate or bill has arrived since the given one. Errors: estimate_changed. */
async function requireLatest(
  tx: Transaction,
  shop: ShopActor,
  basis: z.infer<typeof EstimateFields>['based_on'],
): Promise<void> {
  if (basis && (await links.hasLaterEstimate(tx, shop.orderId, basis))) throw new Problem('estimate_changed')
}

/** Returns a function that runs a write and returns the updated order. */
function writing<Input, Needs = unknown>(
  write: (useCase: ShopUseCase & Needs, input: Input) => Promise<unknown>,
) {
  return async (useCase: ShopUseCase & Needs, input: Input) => {
    await write(useCase, input)
    return { body: await showOrderToShop(useCase) }
  }
}

const orderOf = (shop: ShopActor) => ({ fleetId: shop.fleet.id, id: shop.orderId })
