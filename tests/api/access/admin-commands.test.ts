// The administrator's commands (docs/operate/command-line.md).
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { adminRepository } from '#server/admin/admin.repository.ts'
import { admin } from '#server/admin/admin.ts'
import { COMMANDS } from '#server/admin/commands.ts'
import { ERASURE } from '#server/admin/erase-user.ts'
import { sql } from '#server/db/sql.ts'
import { secretOf } from '#server/integrations/secrets.ts'
import { unsubscribeToken } from '#server/modules/maintenance/reminders/unsubscribe-token.ts'
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

it('do not migrate a database that is in use, and enqueue no jobs of a server', async () => {
  await server.build.fleet()
  await run('fleets')
  expect(JSON.parse(await run('jobs', '--json'))).toEqual([])
  const name = '0108_unsent_messages.sql'
  const mark = await server.db.query<{ checksum: string }>(
    sql`delete from migrations where name = ${name} returning checksum`,
  )
  await expect(run('fleets')).rejects.toThrow('Start the server first')
  expect(await server.db.query(sql`select 1 from migrations where name = ${name}`)).toEqual([])
  await server.db.query(
    sql`insert into migrations (name, checksum) values (${name}, ${mark[0]?.checksum ?? ''})`,
  )
  expect(await run('fleets')).not.toBe('')
})

it('replace a secret while servers run: old unsubscribe links stay valid for 90 days, unless it leaked', async () => {
  const user = await server.build.user(await server.build.fleet())
  const read = () => secretOf(server.db, 'unsubscribe')
  const age = (minutes: number) =>
    server.db.query(sql`
      update secrets set replaced_at = now() - make_interval(mins => ${minutes}) where name = 'unsubscribe'`)
  const old = await read().current()
  const link = `/unsubscribe/${unsubscribeToken(old, user.id, 'maintenance')}`
  const statusAtRestart = async () => {
    const restarted = await startTestServer({ databaseUrl: server.databaseUrl })
    return fetch(restarted.url + link).then(({ status }) => restarted.stop().then(() => status))
  }
  const running = read()
  await running.current()
  await run('replace-secret', '--name', 'unsubscribe')
  await expect(run('replace-secret', '--name', 'unsubscribe')).rejects.toThrow('less than 90 days ago')
  // Servers that have not read the new value reject what it signs, so none signs with it yet.
  const fresh = await read().accepted()
  expect([fresh.length, await read().current()]).toEqual([2, old])
  await age(3)
  expect(await read().current()).toBe(fresh.find((value) => value !== old))
  expect(await statusAtRestart()).toBe(200)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000)
  const seen = await running.accepted().finally(() => clock.mockRestore())
  expect(seen).toEqual(fresh)
  await age(91 * 24 * 60)
  expect(await read().accepted()).toEqual([fresh.find((value) => value !== old)])
  await run('replace-secret', '--name', 'unsubscribe')
  expect(await read().accepted()).toHaveLength(2)
  await run('replace-secret', '--name', 'unsubscribe', '--leaked')
  expect(await read().accepted()).toHaveLength(1)
  expect(await statusAtRestart()).not.toBe(200)
  await expect(run('replace-secret', '--name', 'backups')).rejects.toThrow('--name')
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
  await expect(run('export-user', '--email', email, '--file', '/proc/user.json')).rejects.toThrow(
    /cannot be written .* --file - > \/proc\/user\.json$/,
  )
  expect(JSON.parse(await run('export-user', '--email', email, '--file', '-'))).toMatchObject({
    'users.id': [{ email }],
  })
})

it('erase a person, keep the records of the fleet without them, and show first what will happen', async () => {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet, { roles: ['Manager'] })
  const vehicle = await server.build.vehicle(fleet, { drivers: [user] })
  const client = await server.as(user)
  const email = await emailOf(user.id)
  const secret = 'Zebedee'
  await server.db.query(
    sql`update users set first_name = ${secret}, cell_phone = '+16145550177' where id = ${user.id}`,
  )
  await server.db.query(
    sql`insert into mails (recipient, subject, text) values (${email}, ${secret}, 'text')`,
  )
  await server.db.query(sql`insert into text_messages (recipient, text) values ('+16145550177', ${secret})`)
  await server.db.query(sql`
    insert into odometer_readings (fleet_id, vehicle_id, value, unit, read_on, source, user_id)
    values (${fleet.id}, ${vehicle.id}, 1000, 'mi', current_date, 'driver', ${user.id})`)
  await server.db.query(sql`
    insert into audit_trail (fleet_id, user_id, act, subject_id, changes)
    values (${fleet.id}, ${user.id}, 'user.updated', ${user.id},
      ${JSON.stringify([
        { field: 'first_name', from: 'Old', to: secret },
        { field: 'roles', from: ['Driver'], to: ['Manager'] },
      ])}::jsonb)`)
  const wholeText = async () => {
    const tables = await server.db.query<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
    const texts = []
    for (const { name } of tables)
      texts.push(
        JSON.stringify(await server.db.query({ text: `select to_jsonb(t) from "${name}" t`, values: [] })),
      )
    return texts.join('\n')
  }

  const preview = JSON.parse(await run('erase-user', '--email', email, '--json'))
  expect(preview).toContainEqual({ column: 'sessions.user_id', rows: 1, outcome: 'deleted' })
  expect(preview).toContainEqual({ column: 'odometer_readings.user_id', rows: 1, outcome: 'kept' })
  expect((await client.get('/customers/me')).status).toBe(200)

  expect(await run('erase-user', '--email', email, '--yes')).toContain(`Erased user ${user.id}.`)
  expect((await client.get('/customers/me')).status).toBe(401)
  const text = await wholeText()
  for (const trace of [secret, email, '+16145550177']) expect(text).not.toContain(trace)
  const reading = await server.db.query(sql`
    select u.name, r.value from odometer_readings r join users u on u.id = r.user_id where r.vehicle_id = ${vehicle.id}`)
  expect(reading).toEqual([{ name: `Erased user ${user.id}`, value: 1000 }])
  const trail = await server.db.query(sql`
    select act, changes from audit_trail where subject_id = ${user.id} order by id`)
  expect(trail).toEqual([
    {
      act: 'user.updated',
      changes: [
        { field: 'first_name', from: null, to: null },
        { field: 'roles', from: ['Driver'], to: ['Manager'] },
      ],
    },
    { act: 'user.deleted', changes: [] },
  ])
  // The trail refuses changes again.
  await expect(server.db.query(sql`delete from audit_trail where subject_id = ${user.id}`)).rejects.toThrow(
    'only added to',
  )
  // Again, by ID, because the address is gone.
  expect(await run('erase-user', '--user', String(user.id), '--yes')).toContain('Erased')
  await expect(run('erase-user', '--user', '999999999')).rejects.toThrow('There is no user')
})

it('name the customers of the card gateway that have to be cleared by hand after an erasure', async () => {
  const [fleet, other, third] = [
    await server.build.fleet(),
    await server.build.fleet(),
    await server.build.fleet(),
  ]
  for (const { id } of [fleet, other, third])
    await server.db.query(sql`update fleets set card_customer_id = ${`customer-${id}`} where id = ${id}`)
  const user = await server.build.user(fleet)
  await server.build.paymentMethod(other, user)
  const preview = JSON.parse(await run('erase-user', '--user', String(user.id), '--json'))
  expect(preview).toContainEqual({ column: 'customers at the card gateway', rows: 2, outcome: 'kept' })
  const output = await run('erase-user', '--user', String(user.id), '--yes')
  expect(output).toContain(`customers customer-${fleet.id}, customer-${other.id} by hand`)
  expect(output).not.toContain(`customer-${third.id}`)
  const stranger = await server.build.user(await server.build.fleet())
  expect(await run('erase-user', '--user', String(stranger.id), '--yes')).not.toContain('gateway')
})

it('decide for every column that refers to a user what an erasure does', async () => {
  const columns = (await adminRepository.referencesToUsers(server.db)).map(
    ({ table, column }) => `${table}.${column}`,
  )
  expect(columns.sort()).toEqual(Object.keys(ERASURE).sort())
})

it('create a fleet and its first users on a database without any', async () => {
  await run(
    'create-company',
    '--name',
    'Harbour Fleet Services',
    '--brand',
    'meridian',
    '--email',
    'fmc@example.com',
  )
  const made = await run(
    'create-fleet',
    '--name',
    'Port works',
    '--brand',
    'meridian',
    '--company',
    'Harbour Fleet Services',
    '--json',
  )
  const { fleetId } = JSON.parse(made)
  const person = ['--first-name', 'Ada', '--last-name', 'Moor', '--fleet', String(fleetId)]
  const { userId } = JSON.parse(
    await run('create-user', '--role', 'Super Admin', '--email', 'Admin@Example.com', ...person, '--json'),
  )
  const [user] = await server.db.query(sql`
    select u.roles, u.email, u.password_hash, f.name, a.name as company from users u join fleets f on f.id = u.fleet_id
    join affiliations a on a.id = f.affiliation_id where u.id = ${userId}`)
  expect(user).toEqual({
    roles: ['Super Admin'],
    email: 'admin@example.com',
    password_hash: null,
    name: 'Port works',
    company: 'Harbour Fleet Services',
  })
  const mails = await server.db.query<{ text: string }>(
    sql`select text from mails where recipient = 'admin@example.com'`,
  )
  expect(mails.map(({ text }) => text).join()).toMatch(/Port works[\s\S]*https?:/)
  await expect(
    run('create-user', '--role', 'Owner', '--email', 'admin@example.com', ...person),
  ).rejects.toThrow('belongs to another user')
  const alone = JSON.parse(await run('create-fleet', '--name', 'Alone', '--brand', 'meridian', '--json'))
  await expect(
    run(
      'create-user',
      '--role',
      'FMC',
      '--email',
      'b@example.com',
      ...person.slice(0, 4),
      '--fleet',
      String(alone.fleetId),
    ),
  ).rejects.toThrow('needs a fleet of a management company')
  await expect(run('create-fleet', '--name', 'X', '--brand', 'nothing')).rejects.toThrow('There is no brand')
})

it('record every command that changes data or reads personal data, without personal options', async () => {
  const recorded = Object.entries(COMMANDS).filter(([, { recorded }]) => recorded)
  const silent = Object.keys(COMMANDS).filter((name) => !COMMANDS[name]?.recorded)
  expect(silent.sort()).toEqual(['brands', 'fleets', 'jobs', 'trail'])
  for (const [name, { recorded: names = [] }] of recorded)
    expect(names, name).not.toContainEqual(expect.stringMatching(/email|-name|user/))
  const user = await server.build.user(await server.build.fleet())
  const email = await emailOf(user.id)
  await run('unlock', '--email', email)
  await run('retry-jobs', '--name', 'mail')
  await expect(run('unlock', '--email', 'nobody@example.com')).rejects.toThrow('No user')
  const rows: object[] = JSON.parse(await run('trail', '--json'))
  expect(rows.slice(0, 3)).toMatchObject([
    { command: 'unlock', options: '{}', user: null },
    { command: 'retry-jobs', options: '{"name": "mail"}', user: null },
    { command: 'unlock', options: '{}', user: user.id },
  ])
  expect(JSON.stringify(rows)).not.toContain('@')
  await expect(server.db.query(sql`delete from command_trail`)).rejects.toThrow('only added to')
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
  await expect(run('retry-jobs', '--name', 'nope')).rejects.toThrow('There is no queue nope: mail, text,')
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
    ['erase-user'],
    ['create-fleet', '--name', 'x'],
    ['create-user', '--fleet', '1', '--role', 'King', '--email', 'a@example.com'],
    ['erase-user', '--user', 'x'],
    ['import-shops', '--sample'],
  ])
    await expect(run(...args)).rejects.toThrow('Usage: npm run admin')
  await expect(run('drop-everything')).rejects.toThrow(/^Unknown command: drop-everything\n/)
  await expect(run('unlock', '--email', 'nobody@example.com')).rejects.toThrow('No user has the address')
})
