// /recalls: recalls of the fleet's models by the authorities, from the local copies.
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { DESK, goOffline, openLoaded, requestsTo } from '../support/screens.ts'

test.use(DESK)

const recall = (campaign: string, given: object = {}) => ({
  source: 'nhtsa',
  campaign,
  component: `Component of ${campaign}`,
  component_fr: null,
  summary: 'It may crack.',
  summary_fr: null,
  consequence: 'It may roll away.',
  remedy: null,
  reported_on: '2026-03-04',
  is_urgent: false,
  ...given,
})

const found = (db: Database, fleet: { id: number }, ...recalls: object[]) =>
  db.query(sql`insert into model_recalls (fleet_id, year, make, model, recalls)
    values (${fleet.id}, 2022, 'ford', 'transit', ${JSON.stringify(recalls)})`)

test('DSH-036, DSH-037, DSH-038, DSH-039: lists the vehicles’ recalls with links to each, also offline', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const vehicle = await build.vehicle(fleet, { name: 'Van 9' })
  const other = await build.vehicle(fleet, { name: 'Other model' })
  await build.vehicle(fleet, { name: 'Retired van', isActive: false })
  await db.query(sql`update vehicles set model = 'Fusion' where id = ${other.id}`)
  await found(db, fleet, recall('22V100'), recall('24V200', { is_urgent: true }))
  await signInDirectly(context, build, await build.user(fleet))
  const calls = requestsTo(context, /^\/api\/.*recall/)
  await openLoaded(page, '/vehicles')
  await page.getByRole('link', { name: '2 recalls' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'RECALLS' })).toBeVisible()
  const list = page.getByRole('list', { name: 'Recalls' })
  await expect(list.getByRole('heading')).toHaveText(['Component of 24V200', 'Component of 22V100'])
  await expect(list.getByText('Do not drive, or park outdoors only')).toHaveCount(1)
  await expect(page.getByText('Matched by model, not by VIN')).toBeVisible()
  await expect(list.getByRole('link', { name: 'Van 9' })).toHaveCount(2)
  await expect(list.getByText(/Other model|Retired van/)).toHaveCount(0)
  await goOffline(page, context)
  await page.reload()
  await expect(list.getByRole('heading')).toHaveCount(2)
  await expectAccessible(page)
  await list.getByRole('link', { name: 'Van 9' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/vehicles/${vehicle.id}$`))
  expect(calls).toEqual([])
})

test('a vehicle shows that it was not checked yet, then that recalls name its model, and links only to its own', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const vehicle = await build.vehicle(fleet, { name: 'Van 9' })
  await build.vehicle(fleet, { name: 'Van 10' })
  await signInDirectly(context, build, await build.user(fleet))
  const status = { is_on: true, unchecked: 1, unidentified: 0 }
  await page.route(/recalls\/status/, async (route) =>
    route.fulfill({ response: await route.fetch(), json: status }),
  )
  await openLoaded(page, `/recalls?vehicle=${vehicle.id}`)
  await expect(page.getByText('Not checked yet')).toBeVisible()
  await found(db, fleet, recall('22V100'))
  await openLoaded(page, `/vehicles/${vehicle.id}`)
  await expect(page.getByText('1 recall for this model')).toBeVisible()
  await page.getByRole('link', { name: 'Read the recall' }).click()
  await expect(page.getByText('Only those of Van 9')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Van 10' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Show all recalls' }).click()
  await expect(page.getByRole('link', { name: 'Van 10' })).toBeVisible()
})

test.describe('in French', () => {
  test.use({ locale: 'fr-CA' })

  test('without recalls it says so, in French too, and a recall without a French text stays in English', async ({
    page,
    context,
    build,
    db,
  }) => {
    const fleet = await build.fleet({ country: 'CA' })
    const vehicle = await build.vehicle(fleet, { name: 'Camion' })
    const user = await build.user(fleet, { language: 'fr' })
    await signInDirectly(context, build, user, origin('boreal'))
    await page.goto(`${origin('boreal')}/recalls`)
    await expect(page.getByRole('heading', { level: 1, name: 'RAPPELS' })).toBeVisible()
    // DSH-042: this server does not look up recalls.
    await expect(page.getByText('Vérification des rappels désactivée')).toBeVisible()
    await found(
      db,
      fleet,
      recall('2024111', {
        source: 'transport_canada',
        component_fr: 'Freins',
        summary_fr: 'Il peut se fissurer.',
      }),
    )
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Freins' })).toBeVisible()
    await expect(page.getByText('Il peut se fissurer.')).toBeVisible()
    await expect(page.getByText('It may roll away.')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('link', { name: 'Camion' })).toHaveAttribute(
      'href',
      `/vehicles/${vehicle.id}`,
    )
  })
})
