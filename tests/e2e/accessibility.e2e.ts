import type { Page } from 'playwright/test'
import { otherRows } from '#tests/support/entries.ts'
import { anEntry } from './maintenance/entry.ts'
import { axeFindings, showIn } from './support/axe.ts'
import { expect, origin, signInDirectly, test } from './support/fixtures.ts'
import { DESK, openInside, openLoaded, PHONE } from './support/screens.ts'

const sizes = { phone: PHONE, desk: DESK }

/** Expects no axe findings on the current screen, light and dark. */
async function expectNothingFound(page: Page, scene: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await showIn(page, colorScheme)
    const found = await axeFindings(page, colorScheme === 'light' ? 'all' : 'colors')
    expect(found, `${scene}, ${colorScheme}`).toEqual([])
  }
}

for (const [size, device] of Object.entries(sizes))
  test.describe(`axe on a ${size}, light and dark,`, () => {
    test.use(device)

    test('reports nothing before sign-in', async ({ page }) => {
      for (const path of ['/sign_in', '/privacy_policy']) {
        await page.goto(`${origin()}${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectNothingFound(page, path)
      }
    })

    test('reports nothing on any screen after sign-in', async ({ page, context, build, owner, db }) => {
      // Axe needs seconds for each of nine screens.
      test.slow()
      const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van of axe', odometer: 50_000 })
      const entry = await anEntry({ build, owner, vehicle, files: 1 })
      await otherRows(db).interval(vehicle, { tag: 'Past Due' })
      await otherRows(db).order(vehicle)
      await signInDirectly(context, build, owner)
      await openLoaded(page, '/dashboard')
      const paths = [
        '/dashboard',
        '/vehicles',
        `/vehicles/${vehicle.id}`,
        `/vehicles/${vehicle.id}/history`,
        `/maintenance_history/new?vehicle=${vehicle.id}`,
        `/maintenance_history/${entry.id}`,
        '/services',
        '/services?tab=past',
        '/nowhere',
      ]
      for (const path of paths) {
        if (path !== '/dashboard') await openInside(page, path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0)
        await expectNothingFound(page, path)
      }
    })

    test('reports nothing in dialogs and refused forms', async ({ signedInPage: page, build, owner }) => {
      test.slow()
      const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van of axe' })
      await openLoaded(page, `/vehicles/${vehicle.id}`)
      await page.getByRole('button', { name: 'Glovebox', exact: true }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNothingFound(page, 'glovebox')
      await page.getByRole('button', { name: 'Add: Registration' }).click()
      await expect(page.getByRole('dialog', { name: 'Add a document' })).toBeVisible()
      await expectNothingFound(page, 'document')
      await page.goto(`${origin()}/maintenance_history/new`)
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await expectNothingFound(page, 'refused form')
      await page
        .getByRole('button', { name: /Entries|All sent/ })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectNothingFound(page, 'tray')
    })
  })
