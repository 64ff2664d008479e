import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { aVin } from '#tests/support/shop-links.ts'
import type { uniqueBuilders } from './fixtures.ts'

type Build = ReturnType<typeof uniqueBuilders>

/** An order at a shop, and the address of its link. */
export async function aLink({ build, db }: { build: Build; db: Database }) {
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const user = await build.user(fleet, { firstName: 'Dana' })
  const vehicle = await build.vehicle(fleet, { name: 'Van 7', vin: aVin(), odometer: 41_200 })
  const shop = await build.shop({ name: `Quick Lane ${fleet.id}` })
  const service = await build.service({ name: `Oil change ${fleet.id}` })
  const pads = await build.service({ name: `Brake pads ${fleet.id}`, positions: ['front', 'rear'] })
  const order = await anOpenOrder(db, vehicle, {
    shopId: shop.id,
    serviceId: service.id,
    originatorId: user.id,
    price: '80.00',
  })
  const token = await anotherLink(db, fleet, order)
  return { fleet, user, order, pads, path: `/shop_link/${order.id}`, token }
}

/** Adds a link to an order. @returns its token */
export async function anotherLink(
  db: Database,
  fleet: { id: number },
  order: { id: number },
): Promise<string> {
  const token = newToken()
  await db.query(sql`
    insert into shop_links (fleet_id, order_id, token_hash) values (${fleet.id}, ${order.id}, ${hashToken(token)})`)
  return token
}
