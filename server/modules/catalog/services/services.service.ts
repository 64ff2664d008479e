import type { PriceEstimate, ServiceDefinition } from '#contract/catalog/services.ts'
import { compareForClass } from '#domain/catalog/service-rank.ts'
import { retailSavings, sumOf } from '#domain/orders/prices.ts'
import { TAX_SOURCES, taxPercent } from '#domain/orders/tax-rates.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { getVehicle } from '../../vehicles/vehicles/vehicles.service.ts'
import { shopPricing } from '../shops/shops.service.ts'
import { readPayment, readPrices, type ServicePrice } from './prices.reads.ts'
import { readServiceDefinitions } from './services.reads.ts'

/** Lists all definitions; `basic` omits the usual price unless `full_prices` is set (SVC-093). */
export async function listServices(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  query: { basic?: boolean | undefined; full_prices?: boolean | undefined },
) {
  const services = await readServiceDefinitions(tx, actor.language)
  const hidesPrice = query.basic === true && query.full_prices !== true
  return { services: hidesPrice ? services.map((s) => ({ ...s, typical_price: null })) : services }
}

/**
 * Finds definitions whose name in either language contains all words; for a vehicle, those that apply to it, sorted by
 * demand of its class (SVC-086, SVC-094).
 */
export async function searchServices(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  query: { query: string; vehicle_id?: number | undefined },
): Promise<{ services: ServiceDefinition[] }> {
  const words = query.query.toLowerCase().split(/\s+/).filter(Boolean)
  const vehicle = query.vehicle_id === undefined ? null : await getVehicle(tx, actor, query.vehicle_id)
  const isHeavy = vehicle?.vehicle_type_id === 'medium_heavy'
  const services = await readServiceDefinitions(tx, actor.language)
  const found = services.filter((service) => {
    const text = `${service.name_en} ${service.name_fr}`.toLowerCase()
    if (isHeavy && !service.support_medium_and_heavy_duty_vehicles) return false
    return words.every((word) => text.includes(word))
  })
  if (!vehicle) return { services: found }
  return { services: found.toSorted((a, b) => compareForClass(vehicle.vehicle_type_id, a, b)) }
}

/** Returns prices at a shop for a vehicle, by position; services without a known price are null (SVC-049, SVC-071). */
export async function estimatePrices(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  query: { vehicle_id: number; shop_id: number; service_ids: string },
) {
  const vehicle = await getVehicle(tx, actor, query.vehicle_id)
  const place = await shopPricing(tx, query.shop_id)
  if (!place) throw new Problem('not_found')
  const serviceIds = [...new Set(query.service_ids.split(',').map(Number))]
  const vehicleType = vehicle.vehicle_type_id
  const prices = await readPrices(tx, { shopId: query.shop_id, vehicleType, serviceIds })
  if (prices.size < serviceIds.length)
    throw new Problem('validation', { fields: { service_ids: ['unknown'] } })
  return {
    services: [...prices.values()].map((price) => ({
      id: price.id,
      price_estimates: estimatesOf(price),
    })),
    tax: { percent: taxPercent(place.country, place.state), ...TAX_SOURCES[place.country] },
    payment: await readPayment(tx, actor.fleet.id),
  }
}

function estimatesOf({ price, kind, positions, retail_savings_percent }: ServicePrice): PriceEstimate[] {
  if (price === null) return []
  const savings = retailSavings(price, retail_savings_percent)
  const estimate = {
    shop_price_estimate: price,
    retail_price_estimate: sumOf([price, savings]),
    retail_savings: savings,
    kind,
  }
  return (positions.length > 0 ? positions : [null]).map((position) => ({ position, ...estimate }))
}
