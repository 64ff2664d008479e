import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'

test('the help explains ten things, finds them by a word, and names who to call', async ({
  signedInPage: page,
}) => {
  await page.goto(`${origin()}/help`)
  const topics = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('button')
  await expect(topics).toHaveCount(10)
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('csv')
  await expect(topics).toHaveText(['Add vehicles, one or thousands'])
  await expect(page.getByText(/A preview shows/)).toBeVisible()
  await page.getByRole('link', { name: /^Open/ }).click()
  await expect(page).toHaveURL(`${origin()}/vehicles/new`)
  await page.goBack()
  await page.getByRole('searchbox').fill('zebra')
  await expect(page.getByRole('status').filter({ hasText: 'No help for “zebra”' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^support@/ })).toHaveAttribute('href', /^mailto:/)
  // DSH-051: from every screen, and by the words of the user.
  await page.goto(`${origin()}/vehicles`)
  await page.getByRole('banner').getByRole('link', { name: 'Help' }).click()
  await expect(topics).toHaveCount(10)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find anything' }).fill('add a driver')
  await page.getByRole('option', { name: /Invite people/ }).click()
  await expect(page.getByText(/The user gets an invitation/)).toBeInViewport()
  await expect(page.getByRole('button', { name: /Invite people/ })).toBeFocused()
})

test('the help leaves out what the user may not do', async ({ page, context, build, owner }) => {
  const driver = await build.user({ id: owner.fleetId }, { roles: ['Driver'] })
  await signInDirectly(context, build, driver)
  await page.goto(`${origin()}/help`)
  await expect(page.getByRole('button', { name: 'Work without signal' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Invite people/ })).toHaveCount(0)
})
