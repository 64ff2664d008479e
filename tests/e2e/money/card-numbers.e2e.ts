import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { hasCardNumber } from '#domain/core/card-number.ts'
import { SANDBOX_CARDS } from '#domain/money/sandbox-cards.ts'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { expect, otpFor, signInDirectly, test } from '../support/fixtures.ts'
import { startOwnServer } from '../support/own-server.ts'
import { aPayingFleet } from './paying-fleet.ts'

// PAY-029, ruling 18: searches every request, the server's log and every database row after the flows in which users
// type card numbers.

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

/**
 * Returns whether a text contains a card number: a test card in any spelling, or 13 to 19 digits that look like a card
 * number and pass the Luhn check. Excludes digits inside a UUID or a word (hashes, VINs, tokens) and after a decimal
 * point, which cannot be distinguished.
 */
function leaks(text: string): boolean {
  const packed = text.replaceAll(/[\s-]/g, '')
  return (
    SANDBOX_CARDS.some(({ number }) => packed.includes(number)) ||
    hasCardNumber(text.replaceAll(UUID, 'uuid'))
  )
}

/** Returns every row of every table as text with its table. */
async function rowsOf(db: Database): Promise<string[]> {
  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`)
  const rows = await Promise.all(
    tables.map(async ({ name }) => {
      const [found] = await db.query<{ rows: string[] | null }>(sql`
        select (xpath('//c/text()', query_to_xml(${`select t::text as c from ${name} t`}, true, false, '')))::text[] as rows`)
      return (found?.rows ?? []).map((row) => `${name}: ${row}`)
    }),
  )
  return rows.flat()
}

async function typeCard(page: Page, number: string) {
  await page.getByLabel('Cardholder name').fill('Dana Person')
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiration date').fill('12/31')
}

test('no card number reaches a request, the log or the database, wherever users type one', async ({
  page,
  context,
}) => {
  test.slow()
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-log-'))
  const logFile = join(folder, 'server.log')
  const host = await startOwnServer({
    flags: { fuelcard_signup: true },
    env: { LOG_LEVEL: 'debug' },
    logFile,
  })
  const sent: string[] = []
  context.on('request', (request) =>
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`),
  )
  try {
    await page.goto(`${host.origin()}/sign_up`)
    for (const [label, text] of Object.entries({
      'Company name': 'Northgate Couriers',
      'Number of vehicles': '12',
      'First name': 'Ada',
      'Last name': 'Person',
      'Email address': 'ada@example.com',
      Phone: '6145550100',
      'Zip code': '43215',
      Password: 'seven lemons on a truck',
      'Confirm password': 'seven lemons on a truck',
    }))
      await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('checkbox', { name: 'I accept the terms and conditions' }).check()
    const pay = page.getByRole('button', { name: 'Sign up with this card' })
    await typeCard(page, '4000 1111 1111 1115')
    await pay.click()
    await page.getByLabel('One-time password').fill(await otpFor(host.db, 'ada@example.com'))
    await page.getByRole('button', { name: 'Validate' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'could not be verified' })).toBeVisible()
    await typeCard(page, '4111 1111 1111 1111')
    await pay.click()
    await expect(page).toHaveURL(`${host.origin()}/dashboard`)
    await context.clearCookies()

    const { user } = await aPayingFleet(host)
    await signInDirectly(context, host.build, user, host.origin())
    await page.goto(`${host.origin()}/payments/new`)
    // A number that is no test card, one in an ordinary field, one that is declined, and one that is accepted.
    await typeCard(page, '4539 1488 0343 6467')
    await expect(page.getByRole('button', { name: 'Add payment method' })).toBeDisabled()
    await typeCard(page, '5105 1051 0510 5100')
    const add = page.getByRole('button', { name: 'Add payment method' })
    await page.getByLabel('Nickname').fill('4539148803436467')
    await page.getByLabel('Billing address').fill('5105-1051-0510-5100')
    await add.click()
    await expect(page.getByText('This looks like a card number')).toHaveCount(2)
    await page.getByLabel('Nickname').fill('Fuel')
    await page.getByLabel('Billing address').fill('1 Main St')
    await add.click()
    await expect(page.getByRole('alert').filter({ hasText: 'could not be verified' })).toBeVisible()
    await typeCard(page, '5555 5555 5555 4444')
    await add.click()
    await expect(page).toHaveURL(`${host.origin()}/account`)
    await expect(page.getByText('MasterCard ending in 4444')).toBeVisible()

    const logged = async () => (await readFile(logFile, 'utf8')).split('\n')
    const found = async () => ({
      requests: sent.filter(leaks),
      log: (await logged()).filter(leaks),
      rows: (await rowsOf(host.db)).filter(leaks),
    })
    expect((await logged()).length).toBeGreaterThan(20)
    expect((await rowsOf(host.db)).length).toBeGreaterThan(20)
    expect(await found()).toEqual({ requests: [], log: [], rows: [] })

    // The search detects a planted number in all three.
    sent.push('{"name":"4539 1488 0343 6467"}')
    await appendFile(logFile, '{"msg":"card 5105105105105100"}\n')
    await host.db.query(sql`update payment_methods set name = 'Visa 4539-1488-0343-6467' where name = 'Fuel'`)
    const planted = await found()
    expect([planted.requests.length, planted.log.length, planted.rows.length]).toEqual([1, 1, 1])
  } finally {
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
