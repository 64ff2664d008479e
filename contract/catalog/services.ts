import { Id, Money, Text } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/**
 * Service definition (SVC-048). `name` is in the language of the request; both languages are included for offline use.
 */
export const ServiceDefinition = z.object({
  id: Id,
  name: z.string(),
  name_en: z.string(),
  name_fr: z.string(),
  /**
   * Keys of positions, e.g. 'front', 'rear'; empty if the service has none (`locales/<lang>/services.json`
   * position.<key>).
   */
  positions: z.array(z.string()),
  /**
   * The same positions with labels, for clients without their own translations (SVC-048); missing in older local
   * copies.
   */
  positionOptions: z.optional(
    z.array(z.object({ position: z.string(), name: z.string(), name_en: z.string(), name_fr: z.string() })),
  ),
  /**
   * Options that a request must choose for the service: 'position' if it has positions (SVC-064). Our reading of
   * SVC-048.
   */
  service_options: z.optional(z.array(z.enum(['position']))),
  support_medium_and_heavy_duty_vehicles: z.boolean(),
  /** Usually not for light vehicles, e.g. air brakes: lists put it last. Missing in older local copies. */
  is_medium_heavy_only: z.optional(z.boolean()),
  /**
   * How often fleets book the service for vehicles of a class, in percent of the most booked service, over all fleets.
   * Sorts suggestions; missing in older local copies.
   */
  demand: z.optional(z.object({ light: z.int(), medium_heavy: z.int() })),
  /** Usual price, only as a hint. */
  typical_price: z.nullable(Money),
})
export type ServiceDefinition = z.infer<typeof ServiceDefinition>

/** Price of a service at a shop, by position (SVC-049); position is null if the service has none. */
export const PriceEstimate = z.object({
  position: z.nullable(z.string()),
  shop_price_estimate: Money,
  retail_price_estimate: Money,
  retail_savings: Money,
  /** Agreed with the shop's company, or estimated from usual prices there (ruling 17). */
  kind: z.enum(['agreed', 'estimated']),
})
export type PriceEstimate = z.infer<typeof PriceEstimate>

export const servicesContract = {
  search: call({ access: 'catalog.read' })
    .route({ method: 'POST', path: v4('/services/search'), tags: ['catalog'], summary: 'Services by name' })
    .input(
      z.object({
        query: Text(100),
        /** Only services for this type of vehicle; those for heavier vehicles come last. */
        vehicle_id: z.optional(Id),
      }),
    )
    .output(z.object({ services: z.array(ServiceDefinition) })),
  /**
   * Returns prices of services at a shop for a vehicle, before tax (SVC-071, SHP-014). `service_ids`: up to 60,
   * comma-separated.
   */
  priceEstimates: call({ access: 'catalog.read' })
    .route({
      method: 'GET',
      path: v4('/services/price_estimates'),
      tags: ['catalog'],
      summary: 'Prices at a shop',
    })
    .input(
      z.object({
        vehicle_id: Id,
        shop_id: Id,
        service_ids: z
          .string('id')
          .check(z.maxLength(960, 'id'), z.regex(/^\d{1,15}(,\d{1,15}){0,59}$/, 'id')),
      }),
    )
    .output(
      z.object({
        services: z.array(z.object({ id: Id, price_estimates: z.array(PriceEstimate) })),
        /** Sales tax at the shop's location in percent, with its source. */
        tax: z.object({ percent: z.number(), source: z.string(), date: z.string() }),
        /**
         * Whether the fleet pays through the platform with its own payment method, and whether it has one
         * (SVC-075..079).
         */
        payment: z.object({ is_required: z.boolean(), is_available: z.boolean() }),
      }),
    ),
  list: call({ access: 'catalog.read' })
    .route({ method: 'GET', path: v4('/services'), tags: ['catalog'], summary: 'Service definitions' })
    .input(z.object({ basic: z.optional(z.boolean()), full_prices: z.optional(z.boolean()) }))
    .output(z.object({ services: z.array(ServiceDefinition) })),
}
