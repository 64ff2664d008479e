import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { PHONE, requestsTo } from '../support/screens.ts'

test.use(PHONE)

test('a new tab of an FMC user starts in FMC mode, a tab in a fleet stays there, and the link back has a label', async ({
  page,
  context,
  build,
}) => {
  const { id: affiliationId } = await build.affiliation()
  const home = await build.fleet({ affiliationId, name: 'Motor pool' })
  await build.fleet({ affiliationId, name: 'Lakeshore Rental' })
  const user = await build.user(home, { roles: ['FMC'], affiliationId })
  await signInDirectly(context, build, user)
  for (const path of ['/', '/sign_in']) {
    const tab = await context.newPage()
    await tab.goto(origin() + path)
    await expect(tab).toHaveURL(`${origin()}/fmc_dashboard`) // FMC-003
    await tab.close()
  }
  await page.goto(`${origin()}/fmc_dashboard`)
  await page.getByRole('button', { name: 'Open fleet Lakeshore Rental' }).click()
  await expect(page).toHaveURL(`${origin()}/dashboard`) // FMC-007
  await page.goto(`${origin()}/`)
  await expect(page).toHaveURL(`${origin()}/dashboard`) // FMC-002
  const back = page.getByRole('link', { name: 'Back to FMC' })
  await expect(back).toHaveCount(1)
  await expect(back).toHaveText('Back to FMC') // BRD-059
  // FMC-004, FMC-005
  const calls = requestsTo(context, /\/mode/)
  await back.click()
  await expect(page).toHaveURL(`${origin()}/fmc_dashboard`)
  expect(calls).toEqual([])
})
