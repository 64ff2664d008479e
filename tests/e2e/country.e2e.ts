import { anEntry } from './maintenance/entry.ts'
import { expect, origin, signInDirectly, test } from './support/fixtures.ts'
import { DESK } from './support/screens.ts'

// The country decides units, currency, dates and texts: the host's before sign-in, the fleet's afterwards.

test.use({ ...DESK, serviceWorkers: 'block' })

const countries = {
  US: {
    host: 'wayfare',
    date: '03/04/2026',
    money: '$1,234.50',
    distance: '84,210 mi',
    head: 'Miles',
    zip: 'Zip code',
    state: 'State',
    area: 'Ohio',
  },
  CA: {
    host: 'boreal',
    date: '2026-03-04',
    money: '1,234.50 CAD',
    distance: '84,210 km',
    head: 'Kilometers',
    zip: 'Postal code',
    state: 'Province',
    area: 'Ontario',
  },
} as const

for (const [country, shown] of Object.entries(countries))
  test(`on the host ${shown.host} distances, money, dates and words are those of ${country}`, async ({
    page,
    context,
    build,
  }) => {
    const fleet = await build.fleet({ country: country as 'US' | 'CA', brand: shown.host })
    const owner = await build.user(fleet)
    const vehicle = await build.vehicle(fleet, { name: 'Van 12', odometer: 84_210 })
    const service = await build.service({ name: `Brakes of ${country}` })
    const vehicle_services = [{ service_definition_id: service.id, price: '1234.5' }]
    const given = { date_of_completion: '2026-03-04', odometer: 84_210, vehicle_services }
    await anEntry({ build, owner, vehicle, given })
    const at = origin(shown.host)
    await signInDirectly(context, build, owner, at)

    await page.goto(`${at}/vehicles/${vehicle.id}`)
    // BRD-025, BRD-028
    await expect(page.getByText(shown.distance).first()).toBeVisible()
    // BRD-030
    await expect(page.getByText(shown.state, { exact: true })).toBeVisible()
    await page.goto(`${at}/vehicles/${vehicle.id}/history`)
    await expect(page.getByRole('columnheader', { name: shown.head })).toBeVisible()
    const row = page.getByRole('row', { name: /Brakes/ })
    // BRD-032, BRD-033
    await expect(row).toContainText(shown.date)
    // BRD-031, BRD-035, BRD-036
    await expect(row).toContainText(shown.money)
    await page.goto(`${at}/maintenance_history/new?vehicle=${vehicle.id}`)
    // BRD-029
    await expect(page.getByLabel(shown.zip)).toBeVisible()

    await page.goto(`${at}/vehicles/${vehicle.id}`)
    await page.getByRole('button', { name: 'Glovebox', exact: true }).click()
    await page.getByRole('button', { name: 'Add: Registration' }).click()
    await expect(page.getByLabel(shown.state).locator('option', { hasText: shown.area })).toHaveCount(1)
  })

test('the toggle changes the language but not the country', async ({ page, context, build }) => {
  // BRD-023, BRD-027
  const fleet = await build.fleet({ country: 'CA' })
  const owner = await build.user(fleet)
  const vehicle = await build.vehicle(fleet, { name: 'Van 12', odometer: 84_210 })
  const at = origin('boreal')
  await signInDirectly(context, build, owner, at)
  await page.goto(`${at}/vehicles/${vehicle.id}`)
  await expect(page.getByText('84,210 km').first()).toBeVisible()
  await page.getByRole('button', { name: 'Français' }).click()
  await expect(page.getByText(/^84.210 km$/).first()).toBeVisible()
  await expect(page.getByText('Renseignements')).toBeVisible()
  await expect(page.getByText('Province', { exact: true })).toBeVisible()
})
