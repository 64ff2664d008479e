import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { NEW_FLEET_INVITATIONS_PER_DAY, TAKEN_EMAILS_PER_HOUR } from '#server/limits.ts'
import { PASSWORD } from '#tests/support/builders.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let count = 0
const guest = (given: object = {}) => ({
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: `guest${++count}@example.com`,
  roles: ['Driver'],
  ...given,
})

it('a fleet that has just signed up invites a limited number of users a day, an older one more', async () => {
  const fleet = await server.build.fleet()
  const owner = await server.as(await server.build.user(fleet))
  for (let i = 0; i < NEW_FLEET_INVITATIONS_PER_DAY; i++)
    expect((await owner.post('/fleet_users', guest())).status).toBe(201)
  const refused = await owner.post('/fleet_users', guest())
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  // Above the quota, a taken address gets the same response.
  const { email } = await server.build.user(await server.build.fleet())
  expect((await owner.post('/fleet_users', guest({ email }))).body.code).toBe('too_many')
  await server.db.query(sql`update fleets set created_at = now() - interval '8 days' where id = ${fleet.id}`)
  expect((await owner.post('/fleet_users', guest())).status).toBe(201)
})

it('a fleet that a management company created has the quota of an older one from the start (USR-071)', async () => {
  const affiliation = await server.build.affiliation()
  const home = await server.build.fleet({ affiliationId: affiliation.id })
  const staff = await server.as(
    await server.build.user(home, { roles: ['FMC'], affiliationId: affiliation.id }),
  )
  const { body: fleet } = await staff.post(
    '/fleets',
    { fleet: { name: 'Made for a customer' } },
    writeHeaders(),
  )
  const owner = await server.as(await server.build.user({ id: fleet.id }))
  for (let i = 0; i <= NEW_FLEET_INVITATIONS_PER_DAY; i++)
    expect((await owner.post('/fleet_users', guest())).status).toBe(201)
})

it.each(['Your account is locked, go to https://evil.example', 'evil.example', 'A\u202eB', 'x@evil.example'])(
  'no one is invited under a name that looks like an address: %j',
  async (firstName) => {
    const owner = await server.as(await server.build.user(await server.build.fleet()))
    const refused = await owner.post('/fleet_users', guest({ firstName }))
    expect(refused).toMatchObject({ status: 422, body: { fields: { firstName: expect.any(Array) } } })
  },
)

it('an owner learns of a limited number of taken addresses an hour, by whichever call, and successes do not count', async () => {
  const fleet = await server.build.fleet()
  const owner = await server.as(await server.build.user(fleet))
  const { email } = await server.build.user(await server.build.fleet())
  const driver = (await owner.post('/fleet_users', guest())).body
  const take = (i: number) =>
    i % 2 ? owner.post('/fleet_users', guest({ email })) : owner.put(`/fleet_users/${driver.id}`, { email })
  for (let i = 0; i < TAKEN_EMAILS_PER_HOUR; i++)
    expect(await take(i)).toMatchObject({ status: 422, body: { fields: { email: ['email_taken'] } } })
  for (const i of [0, 1]) expect(await take(i)).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect((await owner.post('/fleet_users', guest())).body.code).toBe('too_many')
  const colleague = await server.as(await server.build.user(fleet))
  expect((await colleague.post('/fleet_users', guest())).status).toBe(201)
})

it('a user learns of as many taken addresses by their own form, and may change other fields and the password afterwards', async () => {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet)
  const client = await server.as(user)
  const { email } = await server.build.user(await server.build.fleet())
  const save = (given: object) =>
    client.put(`/fleet_users/${user.id}`, { ...given, currentPassword: PASSWORD })
  for (let i = 0; i < TAKEN_EMAILS_PER_HOUR; i++)
    expect(await save({ email })).toMatchObject({ status: 422, body: { fields: { email: ['email_taken'] } } })
  expect(await save({ email })).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect((await client.post('/fleet_users', guest())).body.code).toBe('too_many')
  expect((await save({ email: user.email, lastName: 'Moreau' })).status).toBe(200)
  const pair = { newPassword: 'Weighty-Lantern-42', newPasswordConfirmation: 'Weighty-Lantern-42' }
  expect((await save(pair)).status).toBe(200)
})
