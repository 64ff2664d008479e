import { sql } from '#server/db/sql.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, submitCredentials, test } from '../support/fixtures.ts'
import { chip, recordMaintenance, untilReadyForOffline } from '../support/record.ts'

test('axe reports nothing before sign-in: the form, its alert, the OTP step, the privacy policy', async ({
  page,
  owner,
}) => {
  test.slow()
  await page.goto(`${origin('boreal')}/sign_in?error_message=Denied`)
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${origin()}/privacy_policy`)
  await expect(page.getByRole('heading', { name: 'Privacy policy' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(`${origin()}/sign_in`)
  await submitCredentials(page, owner)
  await page.getByLabel('One-time password').fill('12a')
  await expect(page.getByText('Please Enter 6 digits OTP')).toBeVisible()
  await expectAccessible(page)
})

test('axe reports nothing in the shell: dashboard, account menu, unknown address, FMC start', async ({
  page,
  context,
  build,
  owner,
}) => {
  test.slow()
  await signInDirectly(context, build, owner)
  await untilReadyForOffline(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /Account menu/ }).click()
  await expectAccessible(page)
  for (const path of ['/nowhere', '/fmc_dashboard']) {
    await page.goto(origin() + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page)
  }
})

test('axe reports nothing around waiting entries: banner, tray, discard, sign-out, signing in again', async ({
  signedInPage: page,
  context,
  db,
  build,
  owner,
}) => {
  test.slow()
  const vehicle = await build.vehicle({ id: owner.fleetId, unit: 'mi' }, { name: 'Van 31' })
  await build.service({ name: 'Wiper blades' })
  await untilReadyForOffline(page)
  await context.setOffline(true)
  await recordMaintenance(page, { vehicle, service: 'Wiper blades' })
  await chip(page, /waiting/).click()
  await expect(page.getByRole('article')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${origin()}/sign_out`)
  await expect(page.getByRole('dialog', { name: 'Sign out' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Stay signed in' }).click()
  await db.query(sql`delete from sessions where user_id = ${owner.id}`)
  await context.setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible({ timeout: 15_000 })
  await expectAccessible(page)
})
