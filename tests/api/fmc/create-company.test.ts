import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const MAIN = join(import.meta.dirname, '../../../server/admin/main.ts')

/** Runs the command line tool on the database of the running server. */
async function admin(...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: server.databaseUrl,
    DATA_FOLDER: server.dataFolder,
    DEMO: 'false',
  }
  const run = promisify(execFile)(process.execPath, [MAIN, ...args], { env })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  )
}
const create = (name: string, email: string, brand = 'meridian') =>
  admin('create-company', '--name', name, '--brand', brand, '--email', email)

it('creates a company whose first user is invited, signs in through the emailed link, and creates a fleet', async () => {
  const { code, output } = await create('Meridian Fleet Partners', 'First@Meridian.example')
  expect([code, output]).toEqual([
    0,
    expect.stringContaining("Created the company 'Meridian Fleet Partners'"),
  ])
  expect(output).not.toMatch(/password_token|[?&]token/)

  const [mail] = await server.db.query<{ id: string; text: string }>(
    sql`select id, text from mails where recipient = 'first@meridian.example'`,
  )
  const [job] = await server.db.query<{ n: number }>(
    sql`select count(*) as n from jobs.job where name = 'mail' and data ->> 'id' = ${mail?.id}`,
  )
  expect(job?.n).toBe(1)
  expect(mail?.text).toContain('Meridian Fleet Partners')
  const token = /reset_password_token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  const password = 'a first long password'
  const set = { newPassword: password, newPasswordConfirmation: password, resetToken: token }
  expect((await server.client().put('/customers/reset_password', set)).status).toBe(200)

  const [user] = await server.db.query<{ id: number; fleetId: number }>(
    sql`select id, fleet_id as "fleetId" from users where email = 'first@meridian.example'`,
  )
  const client = await server.as(user!)
  expect((await client.get('/customers/me')).body).toMatchObject({ isFMC: true, roles: ['FMC'] })
  const made = await client.post('/fleets', { fleet: { name: 'First Customer' } })
  expect([made.status, made.body.brand]).toEqual([201, 'meridian'])
  const { fleets } = (await client.get('/fleets/load_all_fleets')).body
  expect(fleets.map(({ name }: { name: string }) => name)).toEqual([
    'First Customer',
    'Meridian Fleet Partners',
  ])
})

it('refuses a second company of the same name, an address in use, an unknown brand and a wrong command line', async () => {
  await create('Twice', 'one@twice.example')
  const companies = () => server.db.query(sql`select from affiliations`)
  const before = (await companies()).length
  const rejections = [
    [await create('tWICE', 'two@twice.example'), 'already'],
    [await create('Other', 'one@twice.example'), 'another user'],
    [await create('Other', 'x@other.example', 'nobrand'), 'Choose one of: '],
    [await admin('create-company', '--name', 'Other'), 'Missing or wrong: --brand, --email'],
    [await create('Other', 'no address'), 'Missing or wrong: --email'],
    [await admin('drop-everything'), 'Usage: npm run admin'],
    [await admin('create-company', '--pasword', 'x'), 'Usage: npm run admin'],
  ] as const
  for (const [{ code, output }, expected] of rejections)
    expect([code, output]).toEqual([1, expect.stringContaining(expected)])
  expect(await companies()).toHaveLength(before)
})

it('creates one company if two requests use the same name at the same moment', async () => {
  const [first, second] = await Promise.all([
    create('Race', 'a@race.example'),
    create('Race', 'b@race.example'),
  ])
  expect([first.code, second.code].sort()).toEqual([0, 1])
})
