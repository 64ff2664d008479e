// User preferences, and the channels of reminders (SET-015, SET-017, SET-019).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { PASSWORD } from '#tests/support/builders.ts'
import type { ApiResponse } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number }
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } })
  fleet = await server.build.fleet({ flags: { multifactor_authentication: false } })
})
afterAll(() => server.stop())

const NEW = 'seven lemons on a truck'
const codeOf = ({ status, body }: ApiResponse) =>
  [status, body.code, body.fields].filter((part) => part !== undefined)
async function aUser(given: Parameters<typeof server.build.user>[1] = {}, of: { id: number } = fleet) {
  const user = await server.build.user(of, given)
  const client = await server.as(user)
  const save = (body: object) => client.put(`/fleet_users/${user.id}`, body)
  return { user, client, save, show: async () => (await client.get(`/fleet_users/${user.id}`)).body }
}
const mailsTo = (email: string) =>
  server.db.query<{ subject: string }>(sql`select subject from mails where recipient = ${email}`)

describe('the preferences of a user', () => {
  it('start with the defaults of both sets: two by email (USR-051, USR-052), none by text (USR-054, USR-055)', async () => {
    const shown = await (await aUser()).show()
    const on = (set: object) => Object.keys(set).filter((key) => set[key as never])
    expect(Object.keys(shown.email_notification_preferences)).toHaveLength(9)
    expect(on(shown.email_notification_preferences)).toEqual(['approvals_required', 'approvals_submitted'])
    expect(Object.keys(shown.text_notification_preferences)).toHaveLength(5)
    expect(on(shown.text_notification_preferences)).toEqual([])
  })

  it('are saved as given, and omitted ones keep their value', async () => {
    // USR-058, USR-064, USR-068
    const { save, show } = await aUser()
    const before = await show()
    const given = {
      firstName: ' Bea ',
      lastName: 'Ortiz',
      cellPhone: '3125550111',
      zip: '60601',
      vehiclesTotal: 14,
    }
    const saved = await save({
      ...given,
      text_notification_preferences: { ...before.text_notification_preferences, approvals_required: true },
    })
    expect(saved).toMatchObject({
      status: 200,
      body: { ...given, firstName: 'Bea' },
    })
    const after = await show()
    expect(after).toMatchObject({ ...given, firstName: 'Bea', email: before.email })
    expect(after.text_notification_preferences.approvals_required).toBe(true)
    expect([before.rev, after.rev]).toEqual([1, 2])
    expect(after.email_notification_preferences).toEqual(before.email_notification_preferences)
  })

  it('reject empty and out-of-range values, field by field', async () => {
    // USR-059, USR-061, USR-062
    const { save } = await aUser()
    for (const [field, value, code] of [
      ['firstName', ' ', 'required'],
      ['lastName', '', 'required'],
      ['email', 'abc', 'email'],
      ['cellPhone', '555', 'phone'],
      ['cellPhone', '31255501111', 'phone'],
      ['zip', '', 'zip'],
      ['zip', '1234', 'zip'],
      ['zip', 'A1A 1A1', 'zip'],
      ['vehiclesTotal', -1, 'count'],
      ['vehiclesTotal', 1.5, 'count'],
    ])
      expect(codeOf(await save({ [String(field)]: value })), `${field} ${value}`).toEqual([
        422,
        'validation',
        { [String(field)]: [code] },
      ])
    const canada = await server.build.fleet({ country: 'CA' })
    const canadian = await aUser({}, canada)
    expect(codeOf(await canadian.save({ zip: '60601' }))).toEqual([
      422,
      'validation',
      { zip: ['postal_code'] },
    ])
    expect((await canadian.save({ zip: 'h2x1y4' })).body.zip).toBe('H2X 1Y4')
  })

  it('change the password only with the current one, and end all other sessions', async () => {
    // USR-060, ruling 4
    const { user, client, save } = await aUser()
    const elsewhere = await server.as(user)
    const pair = { newPassword: NEW, newPasswordConfirmation: NEW }
    expect(codeOf(await save(pair))).toEqual([422, 'validation', { currentPassword: ['required'] }])
    expect(codeOf(await save({ ...pair, currentPassword: 'guess' }))).toEqual([
      422,
      'validation',
      { currentPassword: ['password_wrong'] },
    ])
    expect(codeOf(await save({ newPassword: NEW, newPasswordConfirmation: 'other' }))).toEqual([
      422,
      'validation',
      { newPasswordConfirmation: ['password_mismatch'] },
    ])
    const poor = { newPassword: 'password', newPasswordConfirmation: 'password', currentPassword: PASSWORD }
    expect(codeOf(await save(poor))).toEqual([422, 'validation', { newPassword: ['password_common'] }])
    expect((await save({ ...pair, currentPassword: PASSWORD })).status).toBe(200)
    expect((await client.get('/customers/me')).status).toBe(200)
    expect((await elsewhere.get('/customers/me')).status).toBe(401)
    const signIn = await server.client({ 'x-forwarded-for': '10.2.0.1' }).post('/sessions', {
      email: user.email,
      password: NEW,
    })
    expect(signIn.status).toBe(200)
  })

  it('change the address only with the password, notify the former address, and reject one that is in use', async () => {
    const { user, save } = await aUser()
    const other = await server.build.user(fleet)
    const email = `moved-${user.id}@example.com`
    expect(codeOf(await save({ email }))).toEqual([422, 'validation', { currentPassword: ['required'] }])
    const taken = await save({ email: other.email.toUpperCase(), currentPassword: PASSWORD })
    expect(codeOf(taken)).toEqual([422, 'validation', { email: ['email_taken'] }])
    const moved = await save({ email: email.toUpperCase(), currentPassword: PASSWORD })
    expect(moved.body.email).toBe(email)
    // The plain cookie that the app compares with the remembered user (ACC-070).
    expect(moved.headers.getSetCookie().join()).toContain(`current_user_email=${encodeURIComponent(email)}`)
    expect(await mailsTo(user.email)).toEqual([{ subject: 'Your Wheelbook email address was changed' }])
    // The same address in other letter case is no change.
    expect((await save({ email: email.toUpperCase() })).status).toBe(200)
  })

  it('reach the cookies of the other devices: the next start there has the new address (ACC-059, ACC-070)', async () => {
    const { user, save } = await aUser()
    const token = await server.build.session(user)
    const email = `elsewhere-${user.id}@example.com`
    await save({ email, currentPassword: PASSWORD })
    const cookiesOf = async (remembered: string) => {
      const cookie = `authentication_token=${token}; current_user_email=${encodeURIComponent(remembered)}`
      return (await server.client({ cookie }).get('/customers/me')).headers.getSetCookie().join()
    }
    expect(await cookiesOf(user.email)).toContain(`current_user_email=${encodeURIComponent(email)}`)
    expect(await cookiesOf(email)).toBe('')
  })

  it('are saved once when the response is lost and they are sent again, also with a new password', async () => {
    const { user, client } = await aUser()
    const body = {
      newPassword: NEW,
      newPasswordConfirmation: NEW,
      currentPassword: PASSWORD,
      lastName: 'Moreau',
    }
    const headers = writeHeaders(randomUUID(), 1)
    const send = (given: object, of = headers) => client.put(`/fleet_users/${user.id}`, given, of)
    const first = await send(body)
    const again = await send(body)
    expect([first.status, first.body.lastName]).toEqual([200, 'Moreau'])
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    expect(codeOf(await send({ lastName: 'Other' }))).toEqual([422, 'key_reused'])
    expect(codeOf(await send({ lastName: 'Late' }, writeHeaders(randomUUID(), 1)))).toEqual([412, 'stale'])
    const [sessions] = await server.db.query<{ count: number }>(
      sql`select count(*)::int as count from mails where recipient = ${user.email}`,
    )
    expect(sessions?.count).toBe(1)
  })
})

describe('who has which part', () => {
  it('users of a management company have no zip and no vehicle count', async () => {
    // USR-065, USR-067
    const { save, show } = await aUser({ roles: ['FMC'] })
    expect((await show()).parts).toEqual({ profile: true, ofFleet: false, canSetVehicleCount: false })
    expect(codeOf(await save({ zip: '60601' }))).toEqual([403, 'not_allowed'])
    expect((await save({ firstName: 'Naomi' })).status).toBe(200)
  })

  it('drivers of a fuel-card fleet have only their notifications', async () => {
    // USR-066, USR-067
    const fuelCard = await server.build.fleet({ brand: 'fuelpass' })
    const driver = await aUser({ roles: ['Driver'] }, fuelCard)
    const { parts, email_notification_preferences: byMail } = await driver.show()
    expect(parts).toEqual({ profile: false, ofFleet: false, canSetVehicleCount: false })
    expect(codeOf(await driver.save({ firstName: 'Emeka' }))).toEqual([403, 'not_allowed'])
    expect((await driver.save({ email_notification_preferences: byMail })).status).toBe(200)
    const manager = await aUser({ roles: ['Driver', 'Manager'] }, fuelCard)
    expect((await manager.show()).parts.profile).toBe(true)
  })

  it('the vehicle count belongs to the fleet: a manager sees it and cannot change it, an owner sets it for all', async () => {
    const own = await server.build.fleet()
    const vehicle = await server.build.vehicle(own)
    const manager = await aUser({ roles: ['Manager'] }, own)
    const owner = await aUser({}, own)
    expect(vehicle.fleetId).toBe(own.id)
    expect((await manager.show()).vehiclesTotal).toBe(1)
    expect(codeOf(await manager.save({ vehiclesTotal: 9 }))).toEqual([403, 'not_allowed'])
    expect((await manager.save({ vehiclesTotal: 1, zip: '60601' })).status).toBe(200)
    await owner.save({ vehiclesTotal: 9 })
    expect((await manager.show()).vehiclesTotal).toBe(9)
  })

  it('another user’s are inaccessible', async () => {
    const [one, other] = [await aUser({ roles: ['Driver'] }), await aUser()]
    expect((await one.client.get(`/fleet_users/${other.user.id}`)).status).toBe(404)
    expect((await one.client.put(`/fleet_users/${other.user.id}`, { firstName: 'X' })).status).toBe(404)
    // A user who may edit the other one changes the fields of the user form, never a password.
    const theirs = { newPassword: NEW, newPasswordConfirmation: NEW, currentPassword: PASSWORD }
    expect((await other.client.put(`/fleet_users/${one.user.id}`, theirs)).status).toBe(403)
    expect((await one.client.get(`/customers/${other.user.id}/maintenance_preferences`)).status).toBe(404)
  })
})

it('reminders use the chosen channels; push is always off', async () => {
  const { user, client } = await aUser()
  const path = `/customers/${user.id}/maintenance_preferences`
  // SET-015, SET-017
  expect((await client.get(path)).body).toEqual({
    text_notification: false,
    email_notification: false,
    push_notification: false,
  })
  const preferences = { text_notification: false, email_notification: true, push_notification: false }
  // SET-018, SET-019: the user's id is in the address.
  expect((await client.put(path, { preferences })).body).toEqual(preferences)
  expect((await client.get(path)).body).toEqual(preferences)
  expect((await client.put(path, { preferences: { ...preferences, push_notification: true } })).status).toBe(
    422,
  )
})
