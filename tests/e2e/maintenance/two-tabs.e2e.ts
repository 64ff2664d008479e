import type { BrowserContext, Page } from 'playwright/test'
import type { Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import { expect, origin, signInDirectly, type test as Test, test } from '../support/fixtures.ts'
import { fillMaintenance, untilReadyForOffline } from '../support/record.ts'
import { PHONE } from '../support/screens.ts'

type Fixtures = Parameters<Parameters<typeof Test>[2]>[0]

test.use(PHONE)

const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText(/Saved on this (phone|computer|device)|Maintenance History created/).first(),
  ).toBeVisible()
}

/** A user with a filled form in the first tab, on a phone that is ready for offline use. */
async function aFormLeftOpen(
  { context, page, build, owner }: Pick<Fixtures, 'context' | 'page' | 'build' | 'owner'>,
  role: Role,
) {
  const user = await build.user({ id: owner.fleetId }, { roles: [role] })
  const vehicle = await build.vehicle({ id: owner.fleetId }, { drivers: [user] })
  await build.service({ name: `Two tabs ${vehicle.id}` })
  await signInDirectly(context, build, user)
  await untilReadyForOffline(page)
  await fillMaintenance(page, { vehicle, service: `Two tabs ${vehicle.id}` })
  await page.getByLabel('PO number').fill('FIRST')
  return { vehicle, service: `Two tabs ${vehicle.id}` }
}

/** The same draft with its id in the second tab, as an earlier build restored it even while it was open elsewhere. */
async function restoreInSecond(context: BrowserContext, page: Page): Promise<Page> {
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('history:new')) ?? ''
    localStorage.setItem(`${name}~2`, localStorage.getItem(name) ?? '')
  })
  const second = await context.newPage()
  await second.goto(`${origin()}/maintenance_history/new`)
  await expect(second.getByLabel('PO number')).toHaveValue('FIRST')
  await second.getByLabel('PO number').fill('SECOND')
  return second
}

const numbersOn = async (db: Fixtures['db'], vehicle: { id: number }) => {
  const rows = await db.query<{ po_number: string; rev: number }>(
    sql`select po_number, rev from manual_maintenance_histories where vehicle_id = ${vehicle.id} order by po_number`,
  )
  return rows.map(({ po_number, rev }) => `${po_number} ${rev}`)
}

for (const role of ['Owner', 'Driver'] as const)
  for (const isOffline of [false, true])
    test(`row 36: one draft saved in two tabs with different content is two entries: ${role}, ${isOffline ? 'without signal' : 'online'}`, async ({
      context,
      page,
      build,
      owner,
      db,
    }) => {
      const { vehicle } = await aFormLeftOpen({ context, page, build, owner }, role)
      const second = await restoreInSecond(context, page)
      if (isOffline) await context.setOffline(true)
      await save(page)
      await expect(second.getByText('Already saved')).toBeVisible()
      await expect(second.getByText(/kept and will be saved as a separate entry/)).toBeVisible()
      await save(second)
      if (isOffline) await context.setOffline(false)
      await expect.poll(() => numbersOn(db, vehicle), { timeout: 30_000 }).toEqual(['FIRST 1', 'SECOND 1'])
    })

test('a second tab learns that the draft is open elsewhere, gets an empty form, and can take the draft over once it is free', async ({
  context,
  page,
  build,
  owner,
}) => {
  await aFormLeftOpen({ context, page, build, owner }, 'Owner')
  const second = await context.newPage()
  await second.goto(`${origin()}/maintenance_history/new`)
  await expect(second.getByText('Open in another tab')).toBeVisible()
  await expect(second.getByLabel('PO number')).toHaveValue('')
  await second.getByLabel('PO number').fill('OWN')
  await page.close()
  await second.getByRole('button', { name: 'Continue that draft' }).click()
  await expect(second.getByLabel('PO number')).toHaveValue('FIRST')
  await save(second)
  // The text typed here earlier is a separate draft.
  await second.goto(`${origin()}/maintenance_history/new`)
  await expect(second.getByLabel('PO number')).toHaveValue('OWN')
})

test('a second tab learns that the other draft was saved', async ({ context, page, build, owner }) => {
  await aFormLeftOpen({ context, page, build, owner }, 'Owner')
  const second = await context.newPage()
  await second.goto(`${origin()}/maintenance_history/new`)
  await expect(second.getByText('Open in another tab')).toBeVisible()
  await save(page)
  await expect(second.getByText('Saved in the other tab')).toBeVisible()
  await expect(second.getByLabel('PO number')).toHaveValue('')
})
