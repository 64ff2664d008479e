// The administrator's commands (docs/operate/command-line.md).
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { admin } from '#server/admin/admin.ts'
import { sql } from '#server/db/sql.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

async function run(...args: string[]): Promise<string> {
  const lines: string[] = []
  await admin(
    args,
    { ...server.services.config, demo: false, recalls: 'off' },
    (line) => void lines.push(line),
  )
  return lines.join('\n')
}
const emailOf = async (id: number) =>
  (await server.db.query<{ email: string }>(sql`select email from users where id = ${id}`))[0]?.email ?? ''

const trailOf = (userId: number) =>
  server.db.query(
    sql`select act, how_many, request_id from sign_in_trail where user_id = ${userId} order by at, act`,
  )

it('sign a user out everywhere, or all users, and record it', async () => {
  const fleet = await server.build.fleet({ name: 'Harbour Couriers' })
  const [one, other] = [await server.build.user(fleet), await server.build.user(fleet)]
  const [client, stays] = [await server.as(one), await server.as(other)]
  expect(await run('end-sessions', '--email', (await emailOf(one.id)).toUpperCase())).toContain(
    'Ended 1 sessions',
  )
  expect((await client.get('/customers/me')).status).toBe(401)
  expect((await stays.get('/customers/me')).status).toBe(200)
  expect(await trailOf(one.id)).toEqual([{ act: 'session_ended', how_many: 1, request_id: 'command line' }])
  expect(JSON.parse(await run('end-sessions', '--all', '--json'))).toEqual({ sessions: 1, devices: 0 })
  expect((await stays.get('/customers/me')).status).toBe(401)
  expect(JSON.parse(await run('fleets', '--json'))).toMatchObject([
    { name: 'Harbour Couriers', active_users: 2 },
  ])
})

it('let a locked-out user sign in again', async () => {
  const user = await server.build.user(await server.build.fleet())
  const email = await emailOf(user.id)
  const signIn = () => server.client().post('/sessions', { email, password: 'a wrong password' })
  for (let i = 0; i < 12; i++) await signIn()
  expect((await signIn()).status).toBe(429)
  await run('unlock', '--email', email)
  expect((await signIn()).status).not.toBe(429)
  expect((await trailOf(user.id)).filter(({ act }: { act?: string }) => act === 'unlocked')).toHaveLength(1)
})

it('write what the database has about a user to a file, without secrets and without other users', async () => {
  const fleet = await server.build.fleet()
  const [user, other] = [await server.build.user(fleet), await server.build.user(fleet)]
  await server.as(user)
  const [email, others] = [await emailOf(user.id), await emailOf(other.id)]
  await server.db.query(
    sql`insert into mails (recipient, subject, text) values (${email}, 'Your code', '123456')`,
  )
  const file = join(server.dataFolder, 'user.json')
  await run('export-user', '--email', email, '--file', file)
  const text = await readFile(file, 'utf8')
  expect(JSON.parse(text)).toMatchObject({
    'users.id': [{ email }],
    'sessions.user_id': [{ user_id: user.id }],
    mails: [{ subject: 'Your code' }],
  })
  expect(text).not.toMatch(/_hash|123456/)
  expect(text).not.toContain(others)
  await expect(run('export-user', '--email', email, '--file', file)).rejects.toThrow('EEXIST')
})

it('count jobs and retry the failed ones', async () => {
  await run('jobs')
  await server.db.query(
    sql`insert into jobs.job (name, state, completed_on, data) values ('mail', 'failed', now(), '{}')`,
  )
  expect(JSON.parse(await run('jobs', '--json'))).toContainEqual(
    expect.objectContaining({ name: 'mail', state: 'failed', jobs: 1 }),
  )
  expect(await run('retry-jobs', '--name', 'mail')).toContain('Started 1 failed jobs')
  expect(await run('jobs')).not.toContain('failed')
  expect(await run('brands')).toContain('meridian')
})

it('explain themselves, and refuse unknown commands, options and users', async () => {
  expect(await run('--help')).toContain('npm run admin -- retry-jobs')
  expect(await run('unlock', '--help')).toContain('--email')
  for (const args of [
    ['drop-everything'],
    ['toString'],
    ['fleets', '--all'],
    ['fleets', 'x'],
    ['end-sessions'],
    ['end-sessions', '--all', '--email', 'a@example.com'],
    ['unlock'],
    ['import-shops', '--sample'],
  ])
    await expect(run(...args)).rejects.toThrow('Usage: npm run admin')
  await expect(run('unlock', '--email', 'nobody@example.com')).rejects.toThrow('No user has the address')
})
