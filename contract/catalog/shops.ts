import * as z from 'zod/mini'
import { Id, ZipOrPostalCode } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'

/** Shop (doc2 §3). Distances are whole numbers from where was searched; null without a place. */
export const Shop = z.object({
  id: Id,
  name: z.string(),
  address_line1: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  main_phone_number: z.string(),
  logo_url: z.nullable(z.string()),
  is_favorite_shop: z.boolean(),
  /** Miles. */
  distance: z.nullable(z.number()),
  kilometers: z.nullable(z.number()),
  support_medium_and_heavy_duty: z.boolean(),
  company: z.nullable(z.object({ name: z.string(), reference_id: z.string() })),
})
export type Shop = z.infer<typeof Shop>

export const shopsContract = {
  favorites: call({ access: 'catalog.read' })
    .route({
      method: 'GET',
      path: v4('/shops/favorites'),
      tags: ['catalog'],
      summary: "The user's favourite shops",
    })
    .output(z.object({ shops: z.array(Shop) })),
  select: call({ access: 'catalog.read' })
    .route({
      method: 'GET',
      path: v4('/shops/select_shops'),
      tags: ['catalog'],
      summary: 'Shops near a zip code or a place, nearest first',
    })
    .input(
      z.object({
        zip: z.optional(ZipOrPostalCode),
        latitude: z.optional(z.number().check(z.gte(-90), z.lte(90))),
        longitude: z.optional(z.number().check(z.gte(-180), z.lte(180))),
        ...pageQuery(20, 50),
      }),
    )
    .output(z.object({ shops: z.array(Shop), ...pageFields })),
}
