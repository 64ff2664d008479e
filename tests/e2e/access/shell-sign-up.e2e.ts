import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import type { Database } from '#server/db/database.ts'
import { hashToken, newToken } from '#server/modules/access/session/tokens.ts'
import { insertShell } from '#server/modules/access/sign-up/shell-customers.repository.ts'
import { expectAccessible } from '../support/axe.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'
import { PHONE } from '../support/screens.ts'

const shots = process.env.SIGN_UP_SHOTS
const host = () => origin('trackline')
const anEmail = () => `shell-${randomUUID().slice(0, 8)}@example.com`

/** Starts a sign-up as a partner's server does. Returns its address. */
async function begin(db: Database, given: { isEditable?: boolean; email?: string } = {}) {
  const { isEditable = true, email = anEmail() } = given
  const token = newToken()
  const { id } = await insertShell(db, {
    partner: 'trackline',
    brand: 'trackline',
    country: 'US',
    affiliationId: null,
    tokenHash: hashToken(token),
    fleetName: 'Harbor Haulage',
    isFleetNameEditable: isEditable,
  })
  const query = new URLSearchParams({
    id: String(id),
    token,
    firstName: 'Grace',
    lastName: 'Person',
    cellPhone: '6145550100',
    email,
    fleet_name: 'Harbor Haulage',
    fleet_name_editable: String(isEditable),
  })
  return { id, token, email, query }
}
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const submit = (page: Page) => page.getByRole('button', { name: 'Complete and sign in' })

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a partner’s link opens the prefilled form, disappears from the address bar, and signs the customer in', async ({
    page,
    db,
  }) => {
    test.slow()
    const { id, token, email, query } = await begin(db)
    await page.goto(`${host()}/?${query}`)
    await expect(page).toHaveURL(`${host()}/shell_sign_up`) // ACC-021, ACC-023, ACC-129
    // ACC-020
    await expect(field(page, 'Company name')).toHaveValue('Harbor Haulage')
    await expect(field(page, 'First name')).toHaveValue('Grace')
    await expect(field(page, 'Last name')).toHaveValue('Person')
    await expect(field(page, 'Mobile number')).toHaveValue('6145550100')
    await expect(field(page, 'Email address')).toHaveValue(email)
    await page.getByLabel('Telematics database name').fill('my / harbor_db')
    if (shots) await page.screenshot({ path: `${shots}/shell-phone.png`, fullPage: true })
    await page.reload()
    await expect(page.getByLabel('Telematics database name')).toHaveValue('my / harbor_db')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await submit(page).click()
    const request = await sent
    expect(new URL(request.url()).pathname).toBe(`/api/v4/shell_customers/${id}`) // ACC-121
    // ACC-120
    expect(request.postDataJSON()).toEqual({
      fleetName: 'Harbor Haulage',
      email,
      firstName: 'Grace',
      lastName: 'Person',
      cellPhone: '6145550100',
      databaseName: 'myharbor_db',
      token,
      language: 'en',
    })
    await expect(page).toHaveURL(`${host()}/dashboard`) // ACC-018, ACC-123
    const me = await page.evaluate(async () => (await fetch('/api/v4/customers/me')).json())
    // ACC-122
    expect(me).toMatchObject({ email, roles: ['Owner'], fleet: { name: 'Harbor Haulage' } })
    // ACC-019: the shell session has ended.
    await page.context().clearCookies()
    await page.goto(`${host()}/?${query}`)
    await submit(page).click()
    await expect(page.getByRole('alert')).toContainText('This link no longer works')
  })

  test('reports each invalid field in the partner’s wording, and sends nothing', async ({ page, db }) => {
    const { query } = await begin(db)
    await page.goto(`${host()}/?${query}`)
    let calls = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') calls += 1
    })
    for (const [label, wrong, right, words] of [
      ['Email address', 'abc', anEmail(), 'Email format invalid'], // ACC-124
      ['Company name', ' ', 'Harbor', 'Company name must be present'], // ACC-125
      ['First name', '', 'Grace', 'First name must be present'], // ACC-126
      ['Last name', '', 'Person', 'Last name must be present'], // ACC-127
      // ACC-128
      ['Mobile number', '614555010', '6145550100', 'Mobile Number must be 10 digits, only numbers'],
      ['Mobile number', '61455501ab', '6145550100', 'Mobile Number must be 10 digits, only numbers'],
    ] as const) {
      await field(page, label).fill(wrong)
      await submit(page).click()
      await expect(page.getByText(words)).toBeVisible()
      await field(page, label).fill(right)
      await expect(page.getByText(words)).toHaveCount(0)
    }
    expect(calls).toBe(0)
  })
})

test('a name fixed by the partner cannot be changed and is not required', async ({ page, db }) => {
  // ACC-125
  const { query } = await begin(db, { isEditable: false })
  query.set('fleet_name', '')
  await page.goto(`${host()}/?${query}`)
  await expect(field(page, 'Company name')).toHaveAttribute('readonly', '')
  await submit(page).click()
  await expect(page).toHaveURL(`${host()}/dashboard`)
  const me = await page.evaluate(async () => (await fetch('/api/v4/customers/me')).json())
  expect(me.fleet.name).toBe('Harbor Haulage')
})

test('reports an email address that is taken, and accepts another one', async ({ page, db, owner }) => {
  const { query } = await begin(db, { email: owner.email })
  await page.goto(`${host()}/?${query}`)
  await submit(page).click()
  await expect(page.getByRole('alert')).toContainText(
    `User with email ${owner.email} is already in this account`,
  )
  await field(page, 'Email address').fill(anEmail())
  await submit(page).click()
  await expect(page).toHaveURL(`${host()}/dashboard`)
})

test('without a shell session the screen redirects to sign-in; with only id or token the normal guard applies', async ({
  page,
}) => {
  // ACC-019, ACC-022
  await page.goto(`${host()}/shell_sign_up`)
  await expect(page).toHaveURL(/\/sign_in/)
  for (const query of ['id=1', 'token=abc', 'id=x&token=abc']) {
    await page.goto(`${host()}/?${query}`)
    await expect(page).toHaveURL(/\/sign_in/)
  }
})

test('a user signed in as someone else becomes the new Owner, without the other user’s data', async ({
  page,
  context,
  db,
  build,
  owner,
}) => {
  await signInDirectly(context, build, owner, host())
  const { email, query } = await begin(db)
  await page.goto(`${host()}/dashboard`)
  await expect(page.getByRole('main')).toBeVisible()
  await page.goto(`${host()}/?${query}`)
  await expect(page).toHaveURL(`${host()}/shell_sign_up`)
  await submit(page).click()
  // The page reloads for the new user.
  await expect(page.getByRole('button', { name: /Account menu of Grace/ })).toBeVisible({ timeout: 20_000 })
  await expect(page).toHaveURL(`${host()}/dashboard`)
  const me = await page.evaluate(async () => (await fetch('/api/v4/customers/me')).json())
  expect(me.email).toBe(email)
  // ACC-134
  const copies = (userId: number) =>
    page.evaluate((end) => Object.keys(localStorage).filter((key) => key.endsWith(end)), `:${userId}`)
  await expect.poll(() => copies(me.id)).toContain(`queries:${me.fleet_id}:${me.id}`)
  expect(await copies(owner.id)).not.toContain(`queries:${owner.fleetId}:${owner.id}`)
})

test('axe reports nothing, and nothing is cut off in French at 320 px', async ({ page, db }) => {
  const { query } = await begin(db)
  await page.addInitScript(() => localStorage.setItem('language', 'fr'))
  await page.goto(`${host()}/?${query}`)
  await expect(page.getByRole('heading', { name: 'Terminez votre inscription' })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  if (shots) await page.screenshot({ path: `${shots}/shell-french-320.png`, fullPage: true })
})
