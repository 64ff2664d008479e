import { otherRows } from '#tests/support/entries.ts'
import { anEntry } from './maintenance/entry.ts'
import { axeFindings } from './support/axe.ts'
import { enterAs, expect, origin, test } from './support/fixtures.ts'
import { DESK, openLoaded, PHONE } from './support/screens.ts'

const sizes = { phone: PHONE, desk: DESK }

for (const [size, device] of Object.entries(sizes))
  for (const colorScheme of ['light', 'dark'] as const)
    test.describe(`axe on a ${size}, ${colorScheme}`, () => {
      test.use({ ...device, colorScheme })

      test('finds nothing before sign-in', async ({ page }) => {
        for (const path of ['/sign_in', '/privacy_policy']) {
          await page.goto(`${origin()}${path}`)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          expect(await axeFindings(page), path).toEqual([])
        }
      })

      test('finds nothing on any screen behind it', async ({ page, context, build, owner, db }) => {
        // Nine screens, each looked at by axe for seconds.
        test.slow()
        const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van of axe', odometer: 50_000 })
        const entry = await anEntry({ build, owner, vehicle, files: 1 })
        await otherRows(db).interval(vehicle, { tag: 'Past Due' })
        await otherRows(db).order(vehicle)
        await enterAs(context, build, owner)
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
          await page.goto(`${origin()}${path}`)
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
          await expect(page.getByRole('main').getByText('Loading')).toHaveCount(0)
          expect(await axeFindings(page), path).toEqual([])
        }
      })

      test('finds nothing in dialogs and refused forms', async ({ signedInPage: page, build, owner }) => {
        const vehicle = await build.vehicle({ id: owner.fleetId }, { name: 'Van of axe' })
        await openLoaded(page, `/vehicles/${vehicle.id}`)
        await page.getByRole('button', { name: 'Glovebox', exact: true }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await axeFindings(page), 'glovebox').toEqual([])
        await page.getByRole('button', { name: 'Add: Registration' }).click()
        await expect(page.getByRole('dialog', { name: 'Add a document' })).toBeVisible()
        expect(await axeFindings(page), 'document').toEqual([])
        await page.goto(`${origin()}/maintenance_history/new`)
        await page.getByRole('button', { name: 'Save' }).click()
        await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
        expect(await axeFindings(page), 'refused form').toEqual([])
        await page
          .getByRole('button', { name: /Entries|All sent/ })
          .first()
          .click()
        await expect(page.getByRole('dialog')).toBeVisible()
        expect(await axeFindings(page), 'tray').toEqual([])
      })
    })
