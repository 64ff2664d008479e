import type { Page } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { aVin, LAST_8 } from '#tests/support/shop-links.ts'
import { origin, type uniqueBuilders } from './fixtures.ts'

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
    odometer: 41_200,
  })
  const token = await anotherLink(db, fleet, order)
  return { fleet, user, order, pads, path: `/shop_link/${order.id}`, token }
}

/** Opens a link, or a new one in a tab that has an earlier one open, as a shop that reads the VIN off the vehicle. */
export async function openLink(page: Page, { path, token }: { path: string; token: string }): Promise<void> {
  await page.goto(`${origin()}${path}#${token}`)
  await page.getByLabel('Last 8 characters of the VIN').fill(LAST_8)
  await page.getByRole('button', { name: 'Open' }).click()
}

/** Sets an order's status, as the fleet or the server would. */
export const setStatus = (db: Database, order: { id: number }, status: string) =>
  db.query(sql`update shop_orders set status = ${status}, rev = rev + 1 where id = ${order.id}`)

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
