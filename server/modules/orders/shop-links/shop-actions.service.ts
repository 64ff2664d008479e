import type * as z from 'zod/mini'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { FileManifestEntry } from '#contract/core/documents.ts'
import type {
  CompleteFields,
  ConfirmFields,
  DeclineFields,
  EstimateFields,
  FinalLine,
  InvoiceFields,
  ProposalFields,
  ShopOrder,
} from '#contract/orders/shop-links.ts'
import { addCode } from '#domain/core/file-rules.ts'
import { INVOICE_MAX_BYTES, SHOP_FILES_MAX } from '#domain/core/limits.ts'
import type { ShopActor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { readServiceDefinitions } from '#server/modules/catalog/services/services.reads.ts'
import type { ScheduleService } from '#server/modules/catalog/shops/schedule.service.ts'
import { readAttributes } from '#server/modules/core/documents/attributes.ts'
import type { DocumentsService } from '#server/modules/core/documents/documents.service.ts'
import type { OrderCompletion } from '#server/modules/money/payments/order-completion.ts'
import { Problem } from '#server/problem.ts'
import type { OrderLifecycleService } from '../orders/order-lifecycle.service.ts'
import { proposalResponses } from '../proposals/proposal-responses.ts'
import type { ShopLinksRepository } from './shop-links.repository.ts'
import { readShopOrder, type ShopContext } from './shop-order.reads.ts'

interface Deps {
  lifecycle: OrderLifecycleService
  links: ShopLinksRepository
  schedule: ScheduleService
  documents: DocumentsService
  now: () => Date
  completion: OrderCompletion
}

/** Actions of a shop on its order (ruling 15), through its link or by the demo simulator. */
export function shopActionsService({ lifecycle, links, schedule, documents, now, completion }: Deps) {
  const responses = proposalResponses({ lifecycle, schedule })
  const of = (shop: ShopActor) => ({ fleetId: shop.fleet.id, id: shop.orderId })

  async function read(tx: Transaction, shop: ShopActor) {
    const found = await readShopOrder(tx, shop.orderId)
    if (!found) throw new Problem('not_found')
    return found
  }

  async function show(tx: Transaction, shop: ShopActor): Promise<ShopOrder> {
    const { order } = await read(tx, shop)
    const context = await links.context(tx, shop.orderId, now())
    return { ...order, expires_at: context?.expires_at ?? null }
  }

  /** Returns the updated order, the response to every write. */
  const shown = async (tx: Transaction, shop: ShopActor) => ({ body: await show(tx, shop) })

  /** Lists the services that are available for the vehicle (SVC-086). */
  async function servicesFor(tx: Transaction, context: ShopContext): Promise<ServiceDefinition[]> {
    const all = await readServiceDefinitions(tx, languageOf(context))
    const isHeavy = context.vehicle_type_id === 'medium_heavy'
    return all.filter((service) => !isHeavy || service.support_medium_and_heavy_duty_vehicles)
  }

  /** Converts the shop's lines; existing lines keep their id. */
  async function lineDrafts(tx: Transaction, shop: ShopActor, lines: readonly z.infer<typeof FinalLine>[]) {
    const { context } = await read(tx, shop)
    const services = new Map((await servicesFor(tx, context)).map((service) => [service.id, service]))
    requireValid(lines, services)
    const there = await lifecycle.lines(tx, shop.fleet.id, shop.orderId)
    return lines.map((line) => ({
      id: there.find((one) => keyOf(one) === keyOf(line))?.id,
      service_definition_id: line.service_definition_id,
      name: services.get(line.service_definition_id)?.name ?? '',
      position: line.position ?? null,
      price: line.price,
      note: line.note ?? null,
    }))
  }

  async function requireFileQuota(tx: Transaction, shop: ShopActor, more: number): Promise<void> {
    const count = await documents.countOfOrder(tx, shop.fleet.id, shop.orderId)
    if (count + more > SHOP_FILES_MAX) throw new Problem('storage_full')
  }

  /** Sets the photos of one line: existing ones stay or are moved here, the others are announced. */
  async function setPhotos(
    tx: Transaction,
    shop: ShopActor,
    lineId: number,
    photos: readonly FileManifestEntry[],
  ): Promise<void> {
    const owner = { order_id: shop.orderId, order_service_id: lineId }
    const ids = photos.map(({ id }) => id.toLowerCase())
    const there = await documents.movePhotos(tx, shop.fleet.id, owner, ids)
    const added = photos.filter(({ id }) => !there.includes(id.toLowerCase()))
    if (added.length === 0) return
    await requireFileQuota(tx, shop, added.length)
    const attributes = await readAttributes(added, 'photos', INVOICE_MAX_BYTES)
    await documents.apply(tx, shop.fleet.id, owner, attributes, there.length)
  }

  return {
    show,

    async services(tx: Transaction, shop: ShopActor) {
      const services = await servicesFor(tx, (await read(tx, shop)).context)
      return { services: services.map((service) => ({ ...service, typical_price: null })) }
    },

    /** Lists free times of the shop on one day. 404 if the order has no shop of the network. */
    async times(tx: Transaction, shop: ShopActor, date: string | undefined) {
      const { shop_id } = (await read(tx, shop)).context
      if (shop_id === null) throw new Problem('not_found')
      return schedule.timesOf(tx, await schedule.shopOf(tx, shop_id), date, 1)
    },

    /** Confirms the appointment, at the requested time or at another free time of the shop. 409 `slot_taken`. */
    async confirm(tx: Transaction, shop: ShopActor, input: z.infer<typeof ConfirmFields>) {
      const { shop_id, status, appointment_datetime } = await lifecycle.lockForShop(
        tx,
        of(shop),
        'reschedule',
      )
      const at = new Date(input.appointment_datetime ?? appointment_datetime)
      if (at.getTime() !== Date.parse(appointment_datetime)) {
        if (shop_id === null) throw new Problem('not_found')
        await schedule.reserve(tx, await schedule.shopOf(tx, shop_id), at)
        await lifecycle.reschedule(tx, of(shop), at)
      }
      // The current time is not a new one: it is already reserved, and no change notice is sent.
      else if (input.appointment_datetime === undefined || status !== 'active')
        await lifecycle.confirm(tx, of(shop))
      return shown(tx, shop)
    },

    async decline(tx: Transaction, shop: ShopActor, { note }: z.infer<typeof DeclineFields>) {
      await lifecycle.decline(tx, of(shop), note)
      return shown(tx, shop)
    },

    /** Accepts the time that the fleet proposed. */
    async acceptTime(tx: Transaction, shop: ShopActor, input: z.infer<typeof ProposalFields>) {
      await responses.accept(tx, shop, input.appointment_datetime)
      return shown(tx, shop)
    },

    async declineTime(tx: Transaction, shop: ShopActor, input: z.infer<typeof ProposalFields>) {
      await responses.decline(tx, shop, input.appointment_datetime)
      return shown(tx, shop)
    },

    /** Submits the complete estimate. The server calculates totals and tax; a policy may approve it automatically. */
    async estimate(tx: Transaction, shop: ShopActor, { lines }: z.infer<typeof EstimateFields>) {
      await lifecycle.lockForShop(tx, of(shop), 'estimate')
      const { lineIds } = await lifecycle.estimate(tx, of(shop), { lines: await lineDrafts(tx, shop, lines) })
      const kept = lines.flatMap(({ photos }) => photos.map(({ id }) => id.toLowerCase()))
      await documents.dropPhotos(tx, shop.fleet.id, shop.orderId, kept)
      for (const [n, { photos }] of lines.entries()) {
        const lineId = lineIds[n]
        if (lineId !== undefined) await setPhotos(tx, shop, lineId, photos)
      }
      return shown(tx, shop)
    },

    /**
     * Completes the work and captures its amount. If the final lines cost more than was approved, the order returns to
     * approval instead, and the shop completes it after that (ruling 28).
     */
    async complete(tx: Transaction, shop: ShopActor, input: z.infer<typeof CompleteFields>) {
      const { lines, ...done } = input
      if (lines && (await lifecycle.exceed(tx, of(shop), await lineDrafts(tx, shop, lines), done)))
        return shown(tx, shop)
      await lifecycle.complete(tx, of(shop), done)
      await completion.captureForCompletion(tx, of(shop))
      return shown(tx, shop)
    },

    /** Announces invoices for completed work; their files are uploaded later. */
    async invoice(tx: Transaction, shop: ShopActor, input: z.infer<typeof InvoiceFields>) {
      await lifecycle.attachInvoice(tx, of(shop), input.invoice_number)
      await requireFileQuota(tx, shop, input.documents.length)
      const owner = { order_id: shop.orderId, order_service_id: null }
      const there = await documents.ofOwner(tx, shop.fleet.id, owner)
      const attributes = await readAttributes(input.documents, 'documents', INVOICE_MAX_BYTES)
      await documents.apply(tx, shop.fleet.id, owner, attributes, there.length)
      return shown(tx, shop)
    },
  }
}
export type ShopActionsService = ReturnType<typeof shopActionsService>

/** The language in which the order stores service names. */
const languageOf = ({ shop_state }: ShopContext) => (shop_state === 'QC' ? 'fr' : 'en')

const keyOf = (line: { service_definition_id: number; position?: string | null | undefined }) =>
  `${line.service_definition_id} ${line.position ?? ''}`

/**
 * Requires services that exist and are available for the vehicle, each position once, as in a request (SVC-083 to
 * SVC-087).
 */
function requireValid(
  lines: readonly z.infer<typeof FinalLine>[],
  services: ReadonlyMap<number, ServiceDefinition>,
): void {
  const fields: Record<string, string[]> = {}
  const seen = new Set<string>()
  for (const [n, line] of lines.entries()) {
    const service = services.get(line.service_definition_id)
    const path = `lines.${n}`
    if (!service) addCode(fields, `${path}.service_definition_id`, 'unknown')
    else if (
      service.positions.length > 0
        ? !service.positions.includes(line.position ?? '')
        : line.position !== undefined
    )
      addCode(fields, `${path}.position`, 'position')
    else if (seen.has(keyOf(line))) addCode(fields, `${path}.service_definition_id`, 'double')
    seen.add(keyOf(line))
  }
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
}
