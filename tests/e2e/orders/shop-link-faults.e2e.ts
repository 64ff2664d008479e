// Faults of the shop's page that left an entry unsent or a photo unsaved.
import { sql } from '#server/db/sql.ts'
import { LAST_8 } from '#tests/support/shop-links.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, test } from '../support/fixtures.ts'
import { goOffline, PHONE } from '../support/screens.ts'
import { aLink, anotherLink } from '../support/shop-link.ts'

test.use(PHONE)

test('what waited when the fleet ended the link is sent once a new link is pasted into the same tab', async ({
  page,
  context,
  build,
  db,
}) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  await db.query(sql`update shop_orders set status = 'active', rev = rev + 1 where id = ${order.id}`)
  const open = async (address: string) => {
    await page.goto(address)
    await page.getByLabel('Last 8 characters of the VIN').fill(LAST_8)
    await page.getByRole('button', { name: 'Open' }).click()
  }
  await open(`${origin()}${path}#${token}`)
  const line = page.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true })
  await line.getByLabel('Price before tax').fill('91')
  await goOffline(page, context)
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(page.getByText(/Saved on this (phone|device)/)).toBeVisible()
  await db.query(sql`update shop_links set revoked_at = now() where order_id = ${order.id}`)
  await context.setOffline(false)
  await expect(page.getByText('The fleet has ended this link. Ask them for a new one.')).toBeVisible()
  await expect(page.getByText(/1 entry has not reached the fleet/)).toBeVisible()
  await expectAccessible(page)

  // Only the fragment changes, so the browser does not load the page.
  await open(`${origin()}${path}#${await anotherLink(db, fleet, order)}`)
  await expect(page.getByText('Your estimate is with the fleet')).toBeVisible({ timeout: 20_000 })
  const [made] = await db.query(sql`
    select count(*)::int as estimates from shop_order_activity_items
    where order_id = ${order.id} and activity_type = 'estimate'`)
  expect(made).toEqual({ estimates: 1 })
})

test('says why a file was not accepted', async ({ page, build, db }) => {
  const { fleet, order, path, token } = await aLink({ build, db })
  await db.query(sql`update shop_orders set status = 'active', rev = rev + 1 where id = ${order.id}`)
  await page.goto(`${origin()}${path}#${token}`)
  await page.getByLabel('Last 8 characters of the VIN').fill(LAST_8)
  await page.getByRole('button', { name: 'Open' }).click()
  const line = page.getByRole('group', { name: `Oil change ${fleet.id}`, exact: true })
  const add = (name: string, buffer: Buffer) =>
    line.locator('input[type=file]').last().setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await line.getByLabel('Price before tax').fill('91')
  await add('empty.jpg', Buffer.alloc(0))
  await expect(line.getByText('empty.jpg · This file is empty.')).toBeVisible()
  await page.getByRole('button', { name: 'Send the estimate' }).click()
  await expect(page.getByText('Your estimate is with the fleet')).toBeVisible()
})
