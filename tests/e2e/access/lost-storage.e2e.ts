import type { Page } from 'playwright/test'
import { sql } from '#server/db/sql.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { untilReadyForOffline } from '../support/record.ts'
import { DESK } from '../support/screens.ts'

// Leaving a session or a fleet after the browser has lost the storage of the page (docs/offline.md row 14).

/** From now on, every access to the databases fails. */
async function loseStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const lost = () => {
      throw new DOMException('lost', 'InvalidStateError')
    }
    indexedDB.open = lost
    IDBTransaction.prototype.objectStore = lost
  })
}

test('signing out is offered without the number of waiting entries, and completes', async ({
  signedInPage: page,
  db,
  owner,
}) => {
  await untilReadyForOffline(page)
  await loseStorage(page)
  const dialog = page.getByRole('dialog', { name: 'Sign out' })
  const signOut = async () => {
    await page.getByRole('button', { name: /Account menu/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(dialog).toContainText('cannot check whether entries on this device')
  }
  await signOut()
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(dialog).toBeHidden()
  await signOut()
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/sign_in')
  await expect(page.getByLabel('Email address')).toBeVisible()
  expect(await db.query(sql`select id from sessions where user_id = ${owner.id}`)).toEqual([])
})

test.describe('on a desktop', () => {
  test.use(DESK)

  test('a switch to another fleet reports that waiting entries cannot be counted', async ({
    page,
    context,
    build,
  }) => {
    const at = origin('fuelpass')
    const account = await build.account({ name: 'Redrock Group' })
    const [home] = [
      await build.fleet({ name: 'Redrock Mechanical', brand: 'fuelpass', accountId: account.id }),
      await build.fleet({ name: 'Redrock Plumbing', brand: 'fuelpass', accountId: account.id }),
    ]
    const user = await build.user(home, { accounts: [account] })
    await build.vehicle(home, { name: 'Home van' })
    await signInDirectly(context, build, user, at)
    await page.goto(`${at}/vehicles`)
    await expect(page.getByText('Home van')).toBeVisible({ timeout: 20_000 })
    await loseStorage(page)
    await page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('button', { name: /^Fleet/ })
      .click()
    await page.getByRole('menuitemradio', { name: /Redrock Plumbing/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Go to Redrock Plumbing' })
    await expect(dialog.getByRole('alert')).toContainText(
      'cannot check whether entries in Redrock Mechanical',
    )
    await expect(dialog.getByRole('status')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Stay in Redrock Mechanical' }).click()
    await expect(dialog).toBeHidden()
  })
})
