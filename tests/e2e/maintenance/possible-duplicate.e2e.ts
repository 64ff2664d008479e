// Two users record the same work: both entries arrive, and the user decides (docs/offline.md row 25).
import type { BrowserContext, Page } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { recordAsOtherUser } from '#tests/e2e/support/api-as.ts'
import { expect, signInDirectly, type TestUser, test } from '#tests/e2e/support/fixtures.ts'
import { recordMaintenance, untilReadyForOffline } from '#tests/e2e/support/record.ts'
import type { Builders } from '#tests/support/builders.ts'

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Possible duplicate' })

interface World {
  page: Page
  context: BrowserContext
  build: Builders
  owner: TestUser
}

async function enterTwice({ page, context, build, owner }: World, name: string) {
  await signInDirectly(context, build, owner)
  const fleet = { id: owner.fleetId, unit: 'mi' as const }
  const vehicle = await build.vehicle(fleet, { name })
  const title = `Oil change ${crypto.randomUUID().slice(0, 8)}`
  const service = await build.service({ name: title })
  const other = await build.user(fleet, { firstName: 'Ben' })
  // Records offline while someone else records the same.
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: title, odometer: '42100' })
  const theirs = await recordAsOtherUser(build, other, { vehicle_id: vehicle.id, odometer: 42_000 }, service)
  await expect(banner(page)).toHaveCount(0)
  await context.setOffline(false)
  await expect(banner(page)).toContainText('entered by Ben', { timeout: 20_000 })
  return { vehicle, theirs }
}

const liveRows = (db: Database, vehicle: { id: number }) =>
  db.query<{ id: string }>(
    sql`select id from manual_maintenance_histories where vehicle_id = ${vehicle.id} and deleted_at is null`,
  )

test('an entry that arrives late is reported as a possible duplicate, and can be compared and deleted', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  const { vehicle, theirs } = await enterTwice({ page, context, build, owner }, 'Van 61')
  expect(await liveRows(db, vehicle)).toHaveLength(2)
  // The receipt stores the question, so it returns after a reload.
  await page.reload()
  await banner(page).getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it the same job?' })
  await expect(dialog).toContainText('42,100 mi')
  await expect(dialog).toContainText('42,000 mi')
  await expect(dialog).toContainText('Entered by Ben')
  await dialog.getByRole('button', { name: 'Delete mine' }).click()
  await expect(dialog).toBeHidden()
  await expect(banner(page)).toHaveCount(0)
  await expect.poll(() => liveRows(db, vehicle), { timeout: 15_000 }).toEqual([{ id: theirs }])
})

test('both entries can be kept, and the question does not return', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  const { vehicle } = await enterTwice({ page, context, build, owner }, 'Van 62')
  await banner(page).getByRole('button', { name: 'Keep both' }).click()
  await expect(banner(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForTimeout(500)
  await expect(banner(page)).toHaveCount(0)
  expect(await liveRows(db, vehicle)).toHaveLength(2)
})

test('a deletion that the server rejects is not reported as done', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  const { vehicle, theirs } = await enterTwice({ page, context, build, owner }, 'Van 63')
  await context.route('**/manual_maintenance_histories/*', async (route) => {
    if (route.request().method() === 'DELETE')
      await db.query(sql`
        update manual_maintenance_histories set rev = rev + 1, odometer = odometer + 1
        where vehicle_id = ${vehicle.id} and id <> ${theirs}`)
    return route.continue()
  })
  await banner(page).getByRole('button', { name: 'Compare' }).click()
  await page
    .getByRole('dialog', { name: 'Is it the same job?' })
    .getByRole('button', { name: 'Delete mine' })
    .click()
  await expect(page.getByText(/^The server rejected it/)).toBeVisible()
  await expect(page.getByText(/^Deleted on this/)).toHaveCount(0)
})
