// Settings, Telematics database: on the two brands that have it.
import { loadBrands } from '#server/brands/brands.ts'
import { sql } from '#server/db/sql.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, requestsTo } from '../support/screens.ts'

test.use(DESK)

const TRACKLINE = origin('trackline')
const PANEL = `${TRACKLINE}/settings?tab=telematics_database`

type World = Pick<Parameters<Parameters<typeof test>[2]>[0], 'context' | 'build' | 'db'>

/** Creates a fleet of the telematics brand and signs a user in. */
async function enterTrackline({ context, build, db }: World, databaseName: string | null, role = 'Owner') {
  const fleet = await build.fleet({ brand: 'trackline' })
  await db.query(sql`update fleets set telematics_database = ${databaseName} where id = ${fleet.id}`)
  await signInDirectly(context, build, await build.user(fleet, { roles: [role as 'Owner'] }), TRACKLINE)
  return fleet
}

test('TEL-019, TEL-020: only brands with the setting show the tab', async ({ page, context, build }) => {
  const having = loadBrands().filter(({ traits }) => traits.hasTelematicsDatabase)
  expect(having.map(({ key }) => key).sort()).toEqual(['linkfleet', 'trackline'])
  // The brand of the fleet decides, on any host (decision 60).
  for (const [key, at] of [
    ['linkfleet', origin('linkfleet')],
    ['trackline', origin()],
    ['meridian', origin('trackline')],
  ] as const) {
    await signInDirectly(context, build, await build.user(await build.fleet({ brand: key })), at)
    await page.goto(`${at}/settings?tab=telematics_database`)
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Telematics database' })).toHaveCount(
      key === 'meridian' ? 0 : 1,
    )
  }
})

test('TEL-021, TEL-024, TEL-025, TEL-026, TEL-029: without a database the name is editable, and saving it starts a sync', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await enterTrackline({ context, build, db }, null)
  const calls = requestsTo(context, /\/fleets\/\d+$|sync_events$/)
  await page.goto(`${TRACKLINE}/settings`)
  await page.getByRole('tab', { name: 'Telematics database' }).click()
  const field = page.getByLabel('Database name')
  await field.fill(` my/ db ${fleet.id}`)
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await sent).postDataJSON()).toEqual({ databaseName: `mydb${fleet.id}` })
  await expect(page.getByText('Saved. Syncing happens in the background.')).toBeVisible()
  await expect(page.getByText(`mydb${fleet.id}`, { exact: true })).toBeVisible()
  const writes = calls.filter((call) => !call.startsWith('GET'))
  expect(writes).toEqual([`PUT /api/v4/fleets/${fleet.id}`, 'POST /api/v4/geotab/sync_events'])
  // This installation has no provider, and the screen reports it.
  await expect(page.getByText('No telematics provider is set up yet.')).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeEnabled()
})

test('TEL-022, TEL-027, TEL-028: with a database the tab shows it with edit and delete, and lists the morning’s sync', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await enterTrackline({ context, build, db }, 'harbor_db')
  await db.query(sql`
    insert into telematics_sync_events (fleet_id, database_name, cause, day, status, vehicles_total, finished_at)
    values (${fleet.id}, 'harbor_db', 'daily', current_date, 'complete', 12, now())`)
  await page.goto(PANEL)
  await expect(page.getByText('harbor_db', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Database name')).toHaveCount(0)
  await expect(page.getByText(/once a day in the morning/)).toBeVisible()
  const sync = page.getByRole('region', { name: 'Synchronizations' })
  await expect(sync.getByText('Every morning · 12 vehicles updated')).toBeVisible()
  await expect(sync.getByText('Complete', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Database name')).toHaveValue('harbor_db')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Delete' })).toBeVisible()
  await expectAccessible(page)
})

test('TEL-030: delete asks for confirmation, and sends an empty name', async ({
  page,
  context,
  build,
  db,
}) => {
  await enterTrackline({ context, build, db }, 'pier_db')
  await page.goto(PANEL)
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete the telematics database?' })
  await expect(dialog).toContainText('pier_db')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  expect((await sent).postDataJSON()).toEqual({ databaseName: '' })
  await expect(page.getByLabel('Database name')).toHaveValue('')
})

test('TEL-023: a driver sees it, but cannot edit or delete', async ({ page, context, build, db }) => {
  await enterTrackline({ context, build, db }, 'quay_db', 'Driver')
  await page.goto(PANEL)
  await expect(page.getByText('quay_db', { exact: true })).toBeVisible()
  for (const name of ['Edit', 'Delete', 'Sync now'])
    await expect(page.getByRole('button', { name })).toHaveCount(0)
})

test('the field keeps a typed name while another user saves one', async ({ page, context, build, db }) => {
  const fleet = await enterTrackline({ context, build, db }, null)
  await page.goto(PANEL)
  const field = page.getByLabel('Database name')
  await field.fill('my_db')
  await db.query(sql`update fleets set telematics_database = 'their_db' where id = ${fleet.id}`)
  // The record is loaded again when the user returns to the tab after a while.
  await page.clock.setFixedTime(Date.now() + 120_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  await expect(field).toHaveValue('my_db')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('their_db', { exact: true })).toBeVisible()
})

test('the field reports a name used by another company’s fleet and keeps the typed text', async ({
  page,
  context,
  build,
  db,
}) => {
  await enterTrackline({ context, build, db }, 'reef_db')
  await enterTrackline({ context, build, db }, null)
  await page.goto(PANEL)
  await page.getByLabel('Database name').fill('Reef_db')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('A fleet of another company already uses this.')).toBeVisible()
  await expect(page.getByLabel('Database name')).toHaveValue('Reef_db')
})
