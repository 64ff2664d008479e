import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import type { ApiResponse, Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const codeOf = ({ status, body }: ApiResponse) =>
  [status, body.code, body.fields].filter((part) => part !== undefined)
const mailTo = () => `guest-${randomUUID()}@example.com`

/** A fleet with an acting user. */
async function aFleet(roles: Role[] = ['Owner'], given: { brand?: string } = {}) {
  const fleet = await server.build.fleet(given)
  const actor = await server.build.user(fleet, { roles, firstName: 'Dana' })
  return { fleet, actor, client: await server.as(actor) }
}
const aGuest = (given: object = {}) => ({
  firstName: ' Bea ',
  lastName: 'Ortiz',
  email: mailTo(),
  roles: ['Driver'],
  ...given,
})
const add = (client: Client, given: object = {}) => client.post('/fleet_users', aGuest(given), writeHeaders())

describe('adding and changing users', () => {
  it.each(['another', 'own'])(
    'locks vehicles once, by id, for a new name and more vehicles of %s user',
    async (whose) => {
      const { fleet, actor, client } = await aFleet()
      const guest = whose === 'own' ? actor : (await add(client)).body
      const [first, second] = [await server.build.vehicle(fleet), await server.build.vehicle(fleet)]
      await server.db.query(sql`
      insert into vehicle_drivers (fleet_id, vehicle_id, user_id) values (${fleet.id}, ${second.id}, ${guest.id})`)
      const { saving } = await server.db.system(async (tx) => {
        await tx.query(sql`select from vehicles where id = ${first.id} for no key update`)
        const saving = client.put(
          `/fleet_users/${guest.id}`,
          { firstName: 'Bettina', added_vehicle_ids: [first.id] },
          writeHeaders(undefined, guest.rev ?? 1),
        )
        await untilBlocked(server.db)
        await tx.query(sql`select from vehicles where id = ${second.id} for no key update nowait`)
        return { saving }
      })
      const { status, body } = await saving
      expect([status, body.firstName, new Set(body.vehicle_ids)]).toEqual([
        200,
        'Bettina',
        new Set([first.id, second.id]),
      ])
    },
  )

  it('gives vehicles to a user while their drivers are saved, without a deadlock', async () => {
    const { fleet, client } = await aFleet()
    const { body: guest } = await add(client)
    const [first, second] = [await server.build.vehicle(fleet), await server.build.vehicle(fleet)]
    const ids = [first.id, second.id]
    // The user's form waits for the second vehicle, and holds the user; the form of the first vehicle waits for it.
    const saving = await server.db.system(async (tx) => {
      await tx.query(sql`select from vehicles where id = ${second.id} for no key update`)
      const user = client.put(
        `/fleet_users/${guest.id}`,
        { vehicle_ids: ids },
        writeHeaders(undefined, guest.rev),
      )
      await untilBlocked(server.db)
      const vehicle = client.put(
        `/vehicles/${first.id}`,
        { driver_ids: [guest.id] },
        writeHeaders(undefined, 1),
      )
      await untilBlocked(server.db, 2)
      return [user, vehicle]
    })
    expect((await Promise.all(saving)).map(({ status }) => status)).toEqual([200, 412])
  })

  it('changes only the given switches, of another user and of oneself', async () => {
    const { actor, client } = await aFleet()
    const { body: guest } = await add(client, {
      email_notification_preferences: { services_completed: true },
      text_notification_preferences: { services_canceled: true },
    })
    for (const { id, rev } of [guest, { id: actor.id, rev: 1 }]) {
      const turnOn = (email: string, text: string, ifMatch: number) =>
        client.put(
          `/fleet_users/${id}`,
          {
            email_notification_preferences: { [email]: true },
            text_notification_preferences: { [text]: true },
          },
          writeHeaders(undefined, ifMatch),
        )
      expect((await turnOn('services_completed', 'services_canceled', rev)).status).toBe(200)
      const { status, body } = await turnOn('one_hour_reminder', 'payment_received', rev + 1)
      const on = (set: object) => Object.keys(set).filter((key) => set[key as never])
      expect(status).toBe(200)
      expect(on(body.email_notification_preferences)).toEqual(
        expect.arrayContaining(['approvals_required', 'services_completed', 'one_hour_reminder']),
      )
      expect(on(body.text_notification_preferences).sort()).toEqual(['payment_received', 'services_canceled'])
    }
  })

  it('USR-044, USR-048, USR-052: adds a user with all fields, and returns the complete record', async () => {
    const { fleet, client } = await aFleet()
    const van = await server.build.vehicle(fleet, { name: 'Van 7' })
    const given = {
      cellPhone: '3125550111',
      language: 'fr',
      address: '1 Main Street',
      city: 'Chicago',
      state: 'IL',
      garaging_zip: '60601',
      other_id: 'E-17',
    }
    // Any language code of BRD-024 is accepted.
    const sent = { ...given, language: 'fr-CA', email: 'BEA@Example.com', vehicle_ids: [van.id] }
    const { status, body } = await add(client, sent)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...given,
      firstName: 'Bea',
      lastName: 'Ortiz',
      name: 'Bea Ortiz',
      email: 'bea@example.com',
      roles: ['Driver'],
      fleet_id: fleet.id,
      vehicle_ids: [van.id],
      vehicles: [{ id: van.id, name: 'Van 7' }],
      approvalFleetIds: [],
      approval_fleets: [],
      affiliationId: null,
      is_active: true,
      isFMC: false,
      invitation: 'pending',
      country: 'US',
      payment_id: null,
      has_payment_method: false,
      total_fleet_number: 1,
      email_notification_preferences: { approvals_required: true, approvals_submitted: true },
      text_notification_preferences: { approvals_required: false },
    })
    const on = Object.values(body.email_notification_preferences).filter(Boolean)
    expect([Object.keys(body.email_notification_preferences).length, on.length]).toEqual([9, 2])
    expect(Object.keys(body.text_notification_preferences)).toHaveLength(5)
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining([
        'user_accounts',
        'user_account_fleets',
        'affiliation_id',
        'pays_through_platform',
        'fleet_payment_providers',
        'vehiclesTotal',
        'zip',
        'approval_fleet_ids',
      ]),
    )
    expect(Object.keys(body)).not.toContain('authentication_token')
    expect(body.fuel_card_account_number).toBe(null)
    expect((await client.get(`/fleets/${fleet.id}/users/${body.id}`)).body).toEqual(body)
  })

  it('names only fleets that exist, of accounts that are active', async () => {
    const [open, closed] = [await server.build.account(), await server.build.account({ isActive: false })]
    const fleet = await server.build.fleet({ brand: 'fuelpass', accountId: open.id })
    const sister = await server.build.fleet({ brand: 'fuelpass', accountId: open.id })
    const gone = await server.build.fleet({ brand: 'fuelpass', accountId: open.id })
    await server.build.fleet({ brand: 'fuelpass', accountId: closed.id })
    await server.db.query(sql`update fleets set deleted_at = now() where id = ${gone.id}`)
    const user = await server.build.user(fleet, { accounts: [open, closed] })
    const { body } = await (await server.as(user)).get(`/fleets/${fleet.id}/users/${user.id}`)
    expect(body.user_account_fleets.map(({ id }: { id: number }) => id).sort()).toEqual(
      [fleet.id, sister.id].sort(),
    )
    expect(body.total_fleet_number).toBe(2)
  })

  it('USR-049: shows the fuel-card account number to users who may see payments, and to no driver', async () => {
    const { fleet, client } = await aFleet()
    await server.db.query(
      sql`update fleets set fuel_card_account_number = '0400000000007' where id = ${fleet.id}`,
    )
    const driver = await server.build.user(fleet, { roles: ['Driver'] })
    const { body } = await client.get(`/fleets/${fleet.id}/users/${driver.id}`)
    expect(body.fuel_card_account_number).toBe('0400000000007')
    const own = await (await server.as(driver)).put(
      `/fleet_users/${driver.id}`,
      { text_notification_preferences: body.text_notification_preferences },
      writeHeaders(),
    )
    expect([own.status, own.body.fuel_card_account_number]).toEqual([200, null])
  })

  it('changes given fields only; each change increments the revision', async () => {
    const { client } = await aFleet()
    const { body: made } = await add(client, { cellPhone: '3125550111', city: 'Chicago' })
    const { status, body } = await client.put(
      `/fleet_users/${made.id}`,
      { firstName: 'Beatrice', roles: ['Manager'], cellPhone: null },
      writeHeaders(undefined, made.rev),
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      name: 'Beatrice Ortiz',
      roles: ['Manager'],
      cellPhone: null,
      city: 'Chicago',
    })
    expect(body.rev).toBe(made.rev + 1)
    const late = await client.put(
      `/fleet_users/${made.id}`,
      { city: 'Gary' },
      writeHeaders(undefined, made.rev),
    )
    expect([late.status, late.body.code, late.body.current.name]).toEqual([412, 'stale', 'Beatrice Ortiz'])
  })

  it('rejects invalid values, at the field', async () => {
    const { client } = await aFleet(['Admin'])
    const elsewhere = await aFleet()
    const theirs = await server.build.vehicle(elsewhere.fleet)
    for (const [given, field, code] of [
      [{ firstName: ' ' }, 'firstName', 'required'],
      [{ lastName: undefined }, 'lastName', 'required'],
      [{ email: 'bea' }, 'email', 'email'],
      [{ email: elsewhere.actor.email.toUpperCase() }, 'email', 'email_taken'],
      [{ cellPhone: '555' }, 'cellPhone', 'phone'],
      [{ roles: [] }, 'roles', 'required'],
      [{ roles: ['Owner'] }, 'roles', 'role'],
      [{ roles: ['Fleet Manager'] }, 'roles', 'role'],
      [{ roles: ['Super Admin'] }, 'roles', 'role'],
      [{ state: 'QC' }, 'state', 'state_id'],
      [{ garaging_zip: 'H2X 1Y4' }, 'garaging_zip', 'zip'],
      [{ vehicle_ids: [theirs.id] }, 'vehicle_ids', 'id'],
      [{ approvalFleetIds: [elsewhere.fleet.id] }, 'approvalFleetIds', 'id'],
    ] as const)
      expect(codeOf(await add(client, given)), JSON.stringify(given)).toEqual([
        422,
        'validation',
        { [field]: [code] },
      ])
  })

  it('creates one user per key, however often it is sent, and accepts an address once of two at once', async () => {
    const { client } = await aFleet()
    const [guest, key] = [aGuest(), randomUUID()]
    const first = await client.post('/fleet_users', guest, writeHeaders(key))
    const again = await client.post('/fleet_users', guest, writeHeaders(key))
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await client.post('/fleet_users', aGuest(), writeHeaders(key))
    expect(codeOf(other)).toEqual([422, 'key_reused'])
    const email = mailTo()
    const both = await Promise.all([add(client, { email }), add(client, { email })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422])
  })
})

describe('an invitation', () => {
  const mails = (email: string) =>
    server.db.query<{ subject: string; text: string; html: string; secret_until: string | null }>(
      sql`select subject, text, html, secret_until from mails where recipient = ${email} order by created_at`,
    )
  const tokenIn = (text: string) => /reset_password_token=([\w-]+)/.exec(text)?.[1] ?? ''
  const setPassword = (resetToken: string, newPassword = 'quiet harbour 7') =>
    server
      .client()
      .put('/customers/reset_password', { newPassword, newPasswordConfirmation: newPassword, resetToken })

  it('is sent to the new user once, in their language and the brand’s design, with a link to set a password', async () => {
    const { client } = await aFleet()
    const { body: user } = await add(client, { language: 'fr', firstName: 'Bé <b>' })
    const [mail, ...more] = await mails(user.email)
    expect(more).toEqual([])
    expect(mail!.subject).toBe('Votre compte Wheelbook est prêt')
    expect(mail!.text).toContain('Dana Person')
    expect(mail!.html).toContain('<html lang="fr">')
    expect(mail!.text).toMatch(/Lien valide jusqu’au\u00a0: \d\d\/\d\d\/\d{4}$/m)
    expect(mail!.html).toContain('Bé &lt;b&gt;')
    expect(mail!.secret_until).not.toBeNull()
    expect((await setPassword(tokenIn(mail!.text))).status).toBe(200)
    expect((await client.get(`/fleets/${user.fleet_id}/users/${user.id}`)).body.invitation).toBe(null)
    // The link works once, and no password-changed notice is sent.
    expect(codeOf(await setPassword(tokenIn(mail!.text), 'another harbour 8'))).toEqual([
      410,
      'reset_link_invalid',
    ])
    expect(await mails(user.email)).toHaveLength(1)
    const stored = await server.db.query<{ n: number }>(
      sql`select count(*) as n from password_resets where user_id = ${user.id} and purpose <> 'used'`,
    )
    expect(stored[0]!.n).toBe(0)
  })

  it('can be resent; then the first link is invalid, and with a password there is none', async () => {
    const { client } = await aFleet()
    const { body: user } = await add(client)
    expect((await client.post(`/fleet_users/${user.id}/invitations`)).status).toBe(200)
    const [first, second] = await mails(user.email)
    expect(codeOf(await setPassword(tokenIn(first!.text)))).toEqual([410, 'reset_link_invalid'])
    expect((await setPassword(tokenIn(second!.text))).status).toBe(200)
    expect(codeOf(await client.post(`/fleet_users/${user.id}/invitations`))).toEqual([403, 'not_allowed'])
  })

  it('is resent once for a repeated request (ACC-138)', async () => {
    const { client } = await aFleet()
    const { body: user } = await add(client)
    const key = writeHeaders()
    const send = () => client.post(`/fleet_users/${user.id}/invitations`, undefined, key)
    const [first, again] = [await send(), await send()]
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
    expect(await mails(user.email)).toHaveLength(2)
  })

  it('expires after seven days, which the list shows, and is sent at most five times an hour', async () => {
    const { client, fleet } = await aFleet()
    const { body: user } = await add(client)
    await server.db.query(
      sql`update password_resets set expires_at = now() - interval '1 second' where user_id = ${user.id}`,
    )
    const listed = await client.get(`/fleet_users?search=${user.email}`)
    expect(listed.body.users[0].invitation).toBe('expired')
    const [mail] = await mails(user.email)
    expect(codeOf(await setPassword(tokenIn(mail!.text)))).toEqual([410, 'reset_link_invalid'])
    const sent: number[] = []
    for (let i = 0; i < 6; i++) sent.push((await client.post(`/fleet_users/${user.id}/invitations`)).status)
    expect(sent).toEqual([200, 200, 200, 200, 200, 429])
    expect((await client.get(`/fleets/${fleet.id}/users/${user.id}`)).body.invitation).toBe('pending')
  })

  it('is committed with the user: neither exists without the other, at any failure', async () => {
    const { client, fleet } = await aFleet()
    const email = mailTo()
    await server.db.query(
      sql`alter table mails add constraint no_mail check (recipient not like 'guest-%') not valid`,
    )
    const broken = await add(client, { email })
    await server.db.query(sql`alter table mails drop constraint no_mail`)
    expect(broken.status).toBe(500)
    const users = await server.db.query(sql`select 1 from users where email = ${email}`)
    expect([users.length, (await mails(email)).length]).toEqual([0, 0])
    expect((await add(client, { email })).status).toBe(201)
    expect(await mails(email)).toHaveLength(1)
    expect((await client.get(`/fleet_users?search=${email}`)).body.total_count).toBe(1)
    expect(fleet.id).toBeGreaterThan(0)
  })

  it('goes to the new address after a wrong one is corrected', async () => {
    const { client } = await aFleet()
    const { body: user } = await add(client)
    const email = mailTo()
    await client.put(`/fleet_users/${user.id}`, { email }, writeHeaders(undefined, user.rev))
    const [wrong] = await mails(user.email)
    expect(codeOf(await setPassword(tokenIn(wrong!.text)))).toEqual([410, 'reset_link_invalid'])
    const [right] = await mails(email)
    expect((await setPassword(tokenIn(right!.text))).status).toBe(200)
  })

  it('does not let a user without a password sign in', async () => {
    const { client } = await aFleet()
    const { body: user } = await add(client)
    for (const password of ['', ' ', 'null', 'quiet harbour 7']) {
      const response = await server.client().post('/sessions', { email: user.email, password })
      expect([401, 422]).toContain(response.status)
    }
  })
})
