import * as z from 'zod/mini'
import { Id, Money } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'

/** Service definition (doc2 §3). `name` is in the language of the call; both languages come for offline use. */
export const ServiceDefinition = z.object({
  id: Id,
  name: z.string(),
  name_en: z.string(),
  name_fr: z.string(),
  /** Keys of positions, e.g. 'front', 'rear'; empty where a service has none (`locales/<lang>/services.json` position.<key>). */
  positions: z.array(z.string()),
  support_medium_and_heavy_duty_vehicles: z.boolean(),
  /** Usual price, as a hint only. */
  typical_price: z.nullable(Money),
})
export type ServiceDefinition = z.infer<typeof ServiceDefinition>

export const servicesContract = {
  list: call({ access: 'catalog.read' })
    .route({ method: 'GET', path: v4('/services'), tags: ['catalog'], summary: 'Service definitions' })
    .input(z.object({ basic: z.optional(z.boolean()), full_prices: z.optional(z.boolean()) }))
    .output(z.object({ services: z.array(ServiceDefinition) })),
}
