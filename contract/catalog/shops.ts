import { SCHEDULE_DAYS_MAX, SERVICE_ROWS_MAX, SHOP_NAME_MAX } from '#domain/core/limits.ts'
import { Day, Id, Instant, Money, SingleLineText, ZipOrPostalCode } from '../core/fields.ts'
import { pageFields, pageQuery } from '../core/paging.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

/** Shop (SHP-016). Distances are whole numbers from the searched location; null without a location. */
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
  support_medium_and_heavy_duty_vehicles: z.boolean(),
  company: z.nullable(z.object({ name: z.string(), reference_id: z.string() })),
  /** By the settings for its company: booked online, by phone first, or not at all (SVC-072..074). */
  scheduling: z.enum(['online', 'call', 'not_supported']),
})
export type Shop = z.infer<typeof Shop>

/** A shop with its opening hours. */
export const ShopDetail = z.extend(Shop, {
  /** IANA name. */
  time_zone: z.string(),
  /** 'HH:MM' in its time zone, the same on all days when it is open. */
  opens_at: z.string(),
  closes_at: z.string(),
  /** 1 for Monday to 7 for Sunday. */
  open_days: z.array(z.int()),
  /** Current day in its time zone. */
  today: Day,
})
export type ShopDetail = z.infer<typeof ShopDetail>

/** A shop in search results, with its price for the requested services. */
export const FoundShop = z.extend(Shop, {
  /** null: no services were requested. */
  shop_price: z.nullable(Money),
  price_kind: z.nullable(z.enum(['agreed', 'estimated'])),
  /** The same as text in the user's language and the fleet's currency, e.g. '$129.95'. */
  shopPriceText: z.nullable(z.string()),
})
export type FoundShop = z.infer<typeof FoundShop>

/** A time at which a shop takes a vehicle. */
export const FreeTime = z.object({
  appointment_datetime: Instant,
  /** 'HH:MM' in the shop's time zone. */
  time: z.string(),
})
export type FreeTime = z.infer<typeof FreeTime>
export const ScheduleDay = z.object({ date: Day, times: z.array(FreeTime) })
export type ScheduleDay = z.infer<typeof ScheduleDay>

/** A service in a shop search (SHP-008). */
export const RequestedService = z.object({
  service_definition_id: Id,
  position: z.optional(z.string().check(z.maxLength(40))),
})

/** Where distances start: a zip code or a place. */
const origin = {
  zip: z.optional(ZipOrPostalCode),
  latitude: z.optional(z.number().check(z.gte(-90), z.lte(90))),
  longitude: z.optional(z.number().check(z.gte(-180), z.lte(180))),
}

/** Comma-separated ids: `1,2,2`. */
const Ids = z.string('id').check(z.maxLength(960, 'id'), z.regex(/^\d{1,15}(,\d{1,15}){0,59}$/, 'id'))

export const shopsContract = {
  favorites: call({ access: 'catalog.read' })
    .route({
      method: 'GET',
      path: v4('/shops/favorites'),
      tags: ['catalog'],
      summary: "The user's favorite shops",
    })
    .output(z.object({ shops: z.array(Shop) })),
  select: call({ access: 'catalog.read' })
    .route({
      method: 'GET',
      path: v4('/shops/select_shops'),
      tags: ['catalog'],
      summary: 'Shops near a zip code or a place, nearest first, or by name',
    })
    .input(
      z.object({
        ...origin,
        /** Words of the shop's name or city, in any order. */
        name: z.optional(SingleLineText(SHOP_NAME_MAX)),
        /** Only shops that accept this vehicle (SVC-087). */
        vehicle_id: z.optional(Id),
        vehicle_type_id: z.optional(z.enum(['light', 'medium_heavy'])),
        services_requested: z.optional(
          z.array(RequestedService).check(z.maxLength(SERVICE_ROWS_MAX, 'too_many')),
        ),
        ...pageQuery(20, 50),
      }),
    )
    .output(z.object({ shops: z.array(FoundShop), ...pageFields })),
  /** With its distance from the zip code or place, if one is given. 404: no such shop in the fleet's country. */
  show: call({ access: 'catalog.read' })
    .route({ method: 'GET', path: v4('/shops/{id}'), tags: ['catalog'], summary: 'One shop' })
    .input(z.object({ id: Id, ...origin }))
    .output(ShopDetail),
  toggleFavorite: call({ access: 'session.own', kind: 'write' })
    .route({
      method: 'POST',
      path: v4('/shops/{id}/toggle_favorite'),
      tags: ['catalog'],
      summary: 'Add or remove a favorite shop',
    })
    .input(z.object({ id: Id, value: z.boolean() }))
    .output(z.object({ success: z.literal(true), id: Id, is_favorite_shop: z.boolean() })),
  /** Free times from `date` (default: today at the shop), in the shop's time zone, within 30 days (SVC-099). */
  schedule: call({ access: 'orders.request' })
    .route({
      method: 'GET',
      path: v4('/shops/{id}/schedule'),
      tags: ['orders'],
      summary: 'Free times of a shop',
    })
    .input(
      z.object({
        id: Id,
        vehicle_id: z.optional(Id),
        service_definition_ids: z.optional(Ids),
        date: z.optional(Day),
        days: z._default(z.int().check(z.gte(1), z.lte(SCHEDULE_DAYS_MAX)), 1),
      }),
    )
    .output(
      z.object({
        shop_id: Id,
        time_zone: z.string(),
        first_date: Day,
        last_date: Day,
        days: z.array(ScheduleDay),
      }),
    ),
}
