import type * as z from 'zod/mini'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { FinalLine } from '#contract/orders/shop-actions.ts'
import { addCode } from '#domain/core/file-rules.ts'
import type { ShopActor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { readServiceDefinitions } from '#server/modules/catalog/services/services.reads.ts'
import { orderLines } from '#server/modules/orders/orders/lifecycle/order-lifecycle.service.ts'
import { Problem } from '#server/problem.ts'
import { readShopOrder, type ShopContext } from './shop-order.reads.ts'

/** Returns the order of the shop with its context, or throws 404. */
export async function requireShopOrder(tx: Transaction, shop: ShopActor) {
  const found = await readShopOrder(tx, shop.orderId)
  if (!found) throw new Problem('not_found')
  return found
}

/** Lists the services that are available for the vehicle (SVC-086). */
export async function servicesFor(tx: Transaction, context: ShopContext): Promise<ServiceDefinition[]> {
  const all = await readServiceDefinitions(tx, languageOf(context))
  const isHeavy = context.vehicle_type_id === 'medium_heavy'
  return all.filter((service) => !isHeavy || service.support_medium_and_heavy_duty_vehicles)
}

/** Converts the shop's lines; existing lines keep their id. Errors: validation (`lines.<n>`). */
export async function lineDrafts(
  tx: Transaction,
  shop: ShopActor,
  lines: readonly z.infer<typeof FinalLine>[],
) {
  const { context } = await requireShopOrder(tx, shop)
  const services = new Map((await servicesFor(tx, context)).map((service) => [service.id, service]))
  requireValid(lines, services)
  const existing = await orderLines(tx, shop.fleet.id, shop.orderId)
  return lines.map((line) => ({
    id: existing.find((candidate) => keyOf(candidate) === keyOf(line))?.id,
    service_definition_id: line.service_definition_id,
    name: services.get(line.service_definition_id)?.name ?? '',
    position: line.position ?? null,
    price: line.price,
    note: line.note ?? null,
  }))
}

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
