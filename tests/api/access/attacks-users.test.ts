// Users who exceed their permissions and users who paste: names, addresses and links, the audit trail.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import { untilWindowLasts } from '#tests/support/attempt-windows.ts'
import { requestResetLink } from '#tests/support/captcha.ts'
import type { ApiResponse } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let count = 0
const newAddress = () => `attack${++count}@example.com`
const codeOf = ({ status, body }: ApiResponse) =>
  [status, body.code, body.fields].filter((part) => part !== undefined)
const validationError = (field: string, code: string) => [422, 'validation', { [field]: [code] }]

async function aFleet() {
  const fleet = await server.build.fleet()
  const owner = await server.build.user(fleet)
  return { fleet, owner, client: await server.as(owner) }
}
const aGuest = (given: object = {}) => ({
  firstName: 'Bea',
  lastName: 'Ortiz',
  email: newAddress(),
  roles: ['Driver'],
  ...given,
})

describe('the name and address of a user', () => {
  it('rejects names with line breaks or characters that reverse text', async () => {
    const { owner, client } = await aFleet()
    for (const name of [
      'Bea\n\nYour account is locked',
      'Bea\r\nBcc: all@example.com',
      'Bea\u2028Ortiz',
      'Bea\u202exe',
    ]) {
      expect(codeOf(await client.post('/fleet_users', aGuest({ firstName: name })))).toEqual(
        validationError('firstName', 'text'),
      )
      const own = await client.put(`/fleet_users/${owner.id}`, { lastName: name })
      expect(codeOf(own)).toEqual(validationError('lastName', 'text'))
    }
    const family = await client.post('/fleet_users', aGuest({ firstName: '👩‍👩‍👧 Zoë', lastName: 'עברית' }))
    expect([family.status, family.body.name]).toEqual([201, '👩‍👩‍👧 Zoë עברית'])
  })

  it('is one visible address: never two, and none with invisible characters', async () => {
    const { client } = await aFleet()
    for (const email of [
      'x,victim@example.com',
      'x<victim@example.com>',
      'x;y@example.com',
      'bea\u0000@example.com',
      'bea\u200b@example.com',
      'bea\ud800@example.com',
      '"bea"@example.com',
      'bea@exa\u00admple.com',
    ])
      expect(codeOf(await client.post('/fleet_users', aGuest({ email }))), JSON.stringify(email)).toEqual(
        validationError('email', 'email'),
      )
    for (const email of ['Ünïcode.Bea+fleet@Exämple.Com', "o'hara@example.com"]) {
      const made = await client.post('/fleet_users', aGuest({ email }))
      expect([made.status, made.body.email]).toEqual([201, email.toLowerCase()])
    }
  })

  it('is limited to as many vehicles as exist, and a policy’s to as many as it may have', async () => {
    const { fleet, client } = await aFleet()
    const ids = (
      await server.db.query<{ id: number }>(sql`
        insert into vehicles (fleet_id, name_of_vehicle, odometer_units)
        select ${fleet.id}, 'Unit ' || n, 'mi' from generate_series(1, 5000) n returning id`)
    ).map(({ id }) => id)
    const driver = await server.build.user(fleet, { roles: ['Driver'] })
    const saved = await client.put(`/fleet_users/${driver.id}`, { vehicle_ids: ids })
    expect([saved.status, saved.body.vehicle_ids?.length]).toEqual([200, 5000])
    const policy = (count: number) => ({
      fleet_id: fleet.id,
      amount: '250.00',
      service_definition_ids: [],
      user_ids: [driver.id],
      vehicle_ids: ids.slice(0, count),
      all_vehicles: false,
      auto_approvable: false,
    })
    expect((await client.post('/policies', policy(2000))).status).toBe(201)
    expect(codeOf(await client.post('/policies', policy(2001)))).toEqual(
      validationError('vehicle_ids', 'too_many'),
    )
  })

  it('is each role once', async () => {
    const { client } = await aFleet()
    const twice = await client.post('/fleet_users', aGuest({ roles: ['Driver', 'Driver'] }))
    expect(codeOf(twice)).toEqual(validationError('roles', 'role'))
  })
})

describe('an address that its user no longer has', () => {
  const forgot = (email: string, ip: string) =>
    requestResetLink(server.client({ 'x-forwarded-for': ip }), email)
  const mailsTo = (email: string) =>
    server.db.query<{ text: string }>(
      sql`select text from mails where recipient = ${email} order by created_at`,
    )
  const tokenIn = (text = '') => /reset_password_token=([\w-]+)/.exec(text)?.[1] ?? ''

  it('opens nothing any more, even with access to the email', async () => {
    const { owner, client } = await aFleet()
    expect((await forgot(owner.email, '10.80.0.1')).status).toBe(200)
    const [mail] = await mailsTo(owner.email)
    const moved = await client.put(`/fleet_users/${owner.id}`, {
      email: newAddress(),
      currentPassword: owner.password,
    })
    expect(moved.status).toBe(200)
    const newPassword = 'quiet harbour 7'
    const late = await server.client().put('/customers/reset_password', {
      newPassword,
      newPasswordConfirmation: newPassword,
      resetToken: tokenIn(mail?.text),
    })
    expect(codeOf(late)).toEqual([410, 'reset_link_invalid'])
  })

  it('gets no link, even if it was requested at the moment of the change', async () => {
    const { owner } = await aFleet()
    let reset: Promise<ApiResponse> | undefined
    await server.db.system(async (tx) => {
      await tx.query(sql`select from users where id = ${owner.id} for update`)
      reset = forgot(owner.email, '10.80.0.2')
      // The request has looked the user up and now waits for the change.
      await expect
        .poll(
          () =>
            server.db.query(
              sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%password_resets%'`,
            ),
          {
            timeout: 10_000,
          },
        )
        .not.toEqual([])
      await tx.query(sql`update users set email = ${newAddress()} where id = ${owner.id}`)
    })
    expect((await reset!).status).toBe(200)
    expect(await mailsTo(owner.email)).toEqual([])
    expect(await server.db.query(sql`select from password_resets where user_id = ${owner.id}`)).toEqual([])
  })

  it('gets at most five emails an hour, however often users change addresses', async () => {
    await untilWindowLasts(10)
    const { owner, client } = await aFleet()
    const other = await server.build.user({ id: owner.fleetId }, { roles: ['Driver'] })
    for (const [user, given] of [
      [owner, { currentPassword: owner.password }],
      [other, {}],
    ] as const) {
      const statuses: number[] = []
      for (let n = 0; n < 6; n++)
        statuses.push((await client.put(`/fleet_users/${user.id}`, { email: newAddress(), ...given })).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    }
  })

  it('goes to one of two users who take it at once; the other gets an error', async () => {
    const [one, two] = [await aFleet(), await aFleet()]
    const email = newAddress()
    const responses = await Promise.all(
      [one, two].map(({ owner, client }) =>
        client.put(`/fleet_users/${owner.id}`, { email, currentPassword: owner.password }),
      ),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(codeOf(responses.find(({ status }) => status === 422)!)).toEqual(
      validationError('email', 'email_taken'),
    )
  })
})

describe('the audit trail of management company users', () => {
  it('is visible only to the company: neither to the fleet where they are based nor to another company', async () => {
    const affiliation = await server.build.affiliation()
    const fleet = await server.build.fleet({ affiliationId: affiliation.id })
    const person = (roles: Role[], affiliationId?: number) =>
      server.build.user(fleet, { roles, ...(affiliationId && { affiliationId }) })
    const fmc = await person(['FMC'], affiliation.id)
    const [client, owner] = [await server.as(fmc), await server.as(await person(['Owner']))]
    const secret = newAddress()
    const made = await client.post('/fleet_users', aGuest({ email: secret, roles: ['FMC Fleet Manager'] }))
    expect(made.status).toBe(201)
    const driver = await owner.post('/fleet_users', aGuest())
    await client.delete(`/fleet_users/${made.body.id}`)

    const ofFleet = await owner.get('/user_changes')
    expect(JSON.stringify(ofFleet.body)).not.toContain(secret)
    expect(ofFleet.body.changes.map(({ of }: { of: { id: number } }) => of.id)).toEqual([driver.body.id])
    expect((await owner.get(`/user_changes?user_id=${made.body.id}`)).body.changes).toEqual([])
    expect((await owner.get('/user_changes?fmc=true')).status).toBe(403)

    const ofCompany = (await client.get('/user_changes?fmc=true')).body
    expect(ofCompany.changes.map(({ act }: { act: string }) => act)).toEqual(['user.deleted', 'user.created'])
    expect((await client.get(`/user_changes?fmc=true&user_id=${driver.body.id}`)).body.changes).toEqual([])
    const manager = await server.as(await person(['FMC Fleet Manager'], affiliation.id))
    expect((await manager.get('/user_changes?fmc=true')).status).toBe(403)
    const other = await server.build.affiliation()
    const rival = await server.build.user(await server.build.fleet({ affiliationId: other.id }), {
      roles: ['FMC'],
      affiliationId: other.id,
    })
    expect((await (await server.as(rival)).get('/user_changes?fmc=true')).body.changes).toEqual([])
  })
})
