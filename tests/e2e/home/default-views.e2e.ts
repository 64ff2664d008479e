// A default view opens with its list (decision 71), on top of what led there.
import { otherRows, writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { expect, origin, signInDirectly, type TestUser, test } from '../support/fixtures.ts'
import { DESK, openInside, openLoaded } from '../support/screens.ts'

type World = Parameters<Parameters<typeof test>[2]>[0]

test.use(DESK)

/** Saves views that open with their lists, as the user on another device. */
async function defaultViews(
  build: World['build'],
  user: TestUser,
  views: Record<string, { name: string; state: Record<string, string> }>,
) {
  const token = await build.session(user)
  for (const [list, view] of Object.entries(views)) {
    const response = await fetch(`${origin()}/api/v4/saved_views/${crypto.randomUUID()}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'app-name': 'wheelbook',
        authorization: `Bearer ${token}`,
        ...writeHeaders(),
      },
      body: JSON.stringify({ list, is_default: true, ...view }),
    })
    expect(response.ok, await response.text()).toBe(true)
  }
}

test('a default view leaves the result of the screen before, its Undo, and the upload that a link opens', async ({
  page,
  context,
  build,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  for (const name of ['Van 1', 'Van 2', 'Truck 3']) await build.vehicle(fleet, { name })
  await defaultViews(build, owner, {
    past_services: { name: 'Pintails', state: { q: 'Pintail' } },
    vehicles: { name: 'Vans', state: { q: 'Van' } },
  })
  await signInDirectly(context, build, owner)
  await openLoaded(page, '/dashboard')

  await test.step('maintenance was saved', async () => {
    const message = page.getByText('Saved on this phone.')
    await openInside(page, '/services?tab=past', {
      startingPage: 'past',
      alertType: 'success',
      alertMessage: 'Saved on this phone.',
    })
    await expect(page.getByRole('button', { name: 'Views: Pintails' })).toBeVisible()
    await expect(page).toHaveURL(/tab=past.*view=/)
    await expect(message).toBeVisible()
  })

  const vans = page.getByRole('button', { name: 'Views: Vans' })
  await test.step('a vehicle was deleted; the search, the density and the dialog of uploads leave the Undo', async () => {
    await openInside(page, '/vehicles', {
      alertType: 'success',
      alertMessage: 'Vehicle deleted',
      deletedVehicle: 1,
    })
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(vans).toBeVisible()
    await expect(undo).toBeVisible()
    await page.getByRole('searchbox', { name: /Search/ }).fill('Van 2')
    await expect(page).toHaveURL(/q=Van\+2/)
    await expect(undo).toBeVisible()
    await vans.click()
    await page.getByRole('menuitemradio', { name: 'Standard' }).click()
    await expect(page).toHaveURL(/density=standard/)
    await expect(undo).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
    await expect(undo).toHaveCount(0)
    await expect(page).toHaveURL(/q=Van\+2/)
  })

  await test.step('a link opens the dialog of uploads', async () => {
    await openInside(page, '/dashboard')
    await openInside(page, '/vehicles?upload=new')
    await expect(page).toHaveURL(/view=/)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page).toHaveURL(/upload=new/)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(/view=/)
  })
})

test('numbers of the dashboard open all that they count (decision 20)', async ({
  page,
  context,
  build,
  db,
}) => {
  const fleet = await build.fleet()
  const owner = await build.user(fleet)
  for (const name of ['Van 1', 'Truck 2', 'Truck 3', 'Truck 4', 'Truck 5', 'Truck 6']) {
    const vehicle = await build.vehicle(fleet, { name })
    await otherRows(db).interval(vehicle, { name: 'Oil', tag: 'Past Due' })
    await anOpenOrder(db, vehicle)
  }
  await defaultViews(build, owner, {
    due: { name: 'Due soon', state: { due: 'due_soon' } },
    active_maintenances: { name: 'West', state: { department: 'West' } },
    vehicles: { name: 'Vans', state: { q: 'Van' } },
  })
  await signInDirectly(context, build, owner)
  const rows = page.getByRole('grid').getByRole('link', { name: /^(Van|Truck) \d/ })
  for (const name of [/^of 6 in the fleet/, /^All 6 intervals/, /^All 6 vehicles/]) {
    await openLoaded(page, '/dashboard')
    const link = page.getByRole('main').getByRole('link', { name })
    // The panels further down render only when scrolled near.
    await expect(async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await expect(link).toBeVisible({ timeout: 1000 })
    }).toPass()
    await link.click()
    await expect(page.getByRole('button', { name: 'Views', exact: true })).toBeVisible()
    await expect(rows).toHaveCount(6)
    // The views are known: one opens from the menu.
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page.getByRole('menuitem', { name: /Default view/ }).click()
    await expect(rows).not.toHaveCount(6)
  }
})
