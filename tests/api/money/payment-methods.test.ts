import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ALL_USERS } from '#contract/money/payment-methods.ts'
import { ROLES, type Role } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import { sql } from '#server/db/sql.ts'
import { sandboxGateway } from '#server/integrations/card-gateway/local.ts'
import type { StoredCard } from '#server/integrations/card-gateway/port.ts'
import { DECLINED_CARDS } from '#server/limits.ts'
import {
  discardCard,
  insertCard,
  storeCard,
} from '#server/modules/money/payment-methods/payment-methods.service.ts'
import { createVaultCleaner } from '#server/modules/money/payment-methods/vault-cleaner.ts'
import { paymentsRepository as payments } from '#server/modules/money/payments/payments.repository.ts'
import type { Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { untilBlocked } from '#tests/support/until-blocked.ts'

let server: TestServer
let fleet: Awaited<ReturnType<TestServer['build']['fleet']>>
let owner: Client
let ownerUser: Awaited<ReturnType<TestServer['build']['user']>>
/** Runs once, before the gateway responds that it stored the next card. */
let duringAddCard = async () => {}
const METHODS = '/braintree_payment_methods'

beforeAll(async () => {
  server = await startTestServer({
    cards: (db) => {
      const gateway = sandboxGateway(db, () => null)
      const addCard: typeof gateway.addCard = async (...given) => {
        const stored = await gateway.addCard(...given)
        const change = duringAddCard
        duringAddCard = async () => {}
        await change()
        return stored
      }
      return { ...gateway, addCard }
    },
  })
})
afterAll(() => server.stop())

/** A separate fleet for each group of tests. */
async function freshFleet() {
  fleet = await server.build.fleet()
  ownerUser = await server.build.user(fleet, { firstName: 'Dana' })
  owner = await server.as(ownerUser)
}
const add = (body: Record<string, unknown>, client = owner, key = writeHeaders()) =>
  client.post(METHODS, { customer_ids: [], ...body }, key)
const listed = async (client = owner) => (await client.get(METHODS)).body.payment_methods
const cardsAtGateway = () => server.db.query(sql`select token from card_sandbox.cards order by token`)
const asRole = async (roles: Role[]) => server.as(await server.build.user(fleet, { roles }))

describe('adding a payment method', () => {
  beforeAll(freshFleet)

  it('stores the card of the nonce, with the users who may pay with it (PAY-009, PAY-014, PAY-027)', async () => {
    const driver = await server.build.user(fleet, { roles: ['Driver'], firstName: 'Dee' })
    const { status, body } = await add({
      nonce: 'fake-valid-visa-nonce',
      cardholder_name: 'Dana Person',
      customer_ids: [driver.id],
      name: 'Fuel and tires',
      billing_address: '1 Main St',
      billing_zip: '43215',
      email: 'books@example.com',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      type: 'credit_card',
      card_type: 'Visa',
      last_4: '1111',
      expiration_date: '12/2031',
      cardholder_name: 'Dana Person',
      customer_name: expect.stringMatching(/^Dana /),
      owner_id: ownerUser.id,
      customer_ids: [driver.id],
      customers: [{ id: driver.id, name: expect.stringMatching(/^Dee /) }],
      name: 'Fuel and tires',
      billing_zip: '43215',
      has_active_orders: false,
      is_default: true,
      can_edit: true,
      can_set_default: false,
    })
    expect(await listed()).toEqual([body])
  })

  it('stores one card for a repeated request, also after a lost response (PAY-014)', async () => {
    const key = writeHeaders(randomUUID())
    const body = { nonce: 'fake-valid-amex-nonce' }
    const responses = await Promise.all([1, 2, 3].map(() => add(body, owner, key)))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    // The gateway has stored the card, and the server was killed before it wrote its row.
    await server.db.query(sql`delete from payment_methods where last_4 = '0005' and fleet_id = ${fleet.id}`)
    await server.db.query(sql`delete from idempotency_keys where user_id = ${ownerUser.id}`)
    expect((await add(body, owner, key)).status).toBe(201)
    expect((await listed()).filter((one: { last_4: string }) => one.last_4 === '0005')).toHaveLength(1)
  })

  it.each([
    ['is deactivated', sql`update users set is_active = false`, 401],
    ['leaves the fleet', sql`update users set fleet_id = null`, 401],
    ['may no longer add methods', sql`update users set roles = '{Driver}'`, 403],
  ])(
    'stores no card of a user who %s during the call, here or at the gateway (ACC-137)',
    async (_, change, status) => {
      const user = await server.build.user(fleet, { roles: ['Manager'] })
      const client = await server.as(user)
      duringAddCard = async () => void (await server.db.query(sql`${change} where id = ${user.id}`))
      const before = [await listed(), await cardsAtGateway()]
      expect((await add({ nonce: 'fake-valid-discover-nonce' }, client)).status).toBe(status)
      await expect
        .poll(async () => {
          await createVaultCleaner(server.services)()
          return [await listed(), await cardsAtGateway()]
        })
        .toEqual(before)
    },
  )

  it('discards no card that a concurrent request listed, and lists none that was discarded (ACC-137)', async () => {
    const owns = { fleetId: fleet.id, userId: ownerUser.id }
    const { db, services } = server
    const actor = { userId: ownerUser.id, fleet } as unknown as Actor
    const input = { nonce: 'fake-valid-discover-nonce', customer_ids: [] }
    const store = () => storeCard({ db, ports: services.ports, actor }, input, randomUUID())
    const list = (card: StoredCard) => db.tenant(fleet.id, (tx) => insertCard(tx, owns, card))
    const whereIs = async ({ token, last4 }: StoredCard) => {
      await createVaultCleaner(services)()
      const isListed = (await listed()).some((method: { last_4: string }) => method.last_4 === last4)
      const stored = await db.query(sql`select from card_sandbox.cards where token = ${token}`)
      return { isListed, isAtGateway: stored.length > 0 }
    }
    const discarded = await store()
    await discardCard({ db }, owns, discarded)
    await list(discarded)
    expect(await whereIs(discarded)).toEqual({ isListed: false, isAtGateway: false })
    const card = await store()
    const { id } = await list(card)
    await discardCard({ db }, owns, card)
    expect(await whereIs(card)).toEqual({ isListed: true, isAtGateway: true })
    expect((await owner.delete(`${METHODS}/${id}`)).status).toBe(200)
  })

  it('stores a card again that the gateway kept after an outage, or after its removal (TRX-032)', async () => {
    const body = { nonce: 'fake-valid-jcb-nonce' }
    const first = (await add(body)).body
    // The server was killed before it wrote the row, and the user fills in the form again.
    await server.db.query(sql`delete from payment_methods where id = ${first.id}`)
    const key = writeHeaders(randomUUID())
    const second = await add({ ...body, name: 'Spare' }, owner, key)
    expect([second.status, second.body]).toEqual([201, { ...first, id: second.body.id, name: 'Spare' }])
    // Its response was lost, too.
    const repeated = await add({ ...body, name: 'Spare' }, owner, key)
    expect([repeated.status, repeated.body]).toEqual([201, second.body])
    // The gateway has not deleted the card of the removed method yet.
    expect((await owner.delete(`${METHODS}/${second.body.id}`)).status).toBe(200)
    const third = await add(body)
    expect([third.status, third.body.last_4]).toEqual([201, first.last_4])
    expect((await add(body)).body.fields).toEqual({ nonce: ['card_duplicate'] })
    await createVaultCleaner(server.services)()
    const stored = await server.db.query(sql`
      select c.token from payment_methods m join card_sandbox.cards c on c.token = m.token where m.id = ${third.body.id}`)
    expect(stored).toHaveLength(1)
    await owner.delete(`${METHODS}/${third.body.id}`)
  })

  it('rejects card numbers in every text of a method, new or changed (PAY-029)', async () => {
    const number = '4539 1488 0343 6467'
    for (const field of ['nonce', 'name', 'billing_address', 'cardholder_name'])
      expect((await add({ nonce: 'fake-valid-discover-nonce', [field]: number })).body.fields, field).toEqual(
        {
          [field]: ['card_number'],
        },
      )
    const [method] = await listed()
    const changed = await owner.put(`${METHODS}/${method.id}`, { customer_ids: [], name: number })
    expect([changed.status, changed.body.fields]).toEqual([422, { name: ['card_number'] }])
  })

  it('stores PayPal accounts with their address (PAY-008)', async () => {
    const { body } = await add({ nonce: 'fake-paypal-billing-agreement-nonce' })
    expect(body).toMatchObject({ type: 'paypal_account', email: 'buyer@example.com', last_4: null })
  })

  it('is rejected with the reason if the gateway refuses the card, and stores nothing', async () => {
    const before = await listed()
    for (const [nonce, code] of [
      ['fake-processor-declined-visa-nonce', 'card_declined'],
      ['fake-consumed-nonce', 'card_invalid'],
      ['fake-valid-visa-nonce', 'card_duplicate'],
    ])
      expect((await add({ nonce })).body).toMatchObject({ code: 'card_refused', fields: { nonce: [code] } })
    expect(await listed()).toEqual(before)
  })

  it('rejects an expired card at its expiration date, and stores nothing', async () => {
    const before = await listed()
    const { status, body } = await add({ nonce: 'fake-expired-visa-nonce' })
    expect([status, body.code, body.fields]).toEqual([422, 'card_refused', { expiration: ['card_expired'] }])
    expect(await listed()).toEqual(before)
  })

  it('counts refused cards only, and not a gateway that does not respond', async () => {
    const own = await server.build.user(fleet)
    const actor: Actor = {
      userId: own.id,
      roles: ['Owner'],
      language: 'en',
      fleet: { id: fleet.id, country: 'US', unit: 'mi', timeZone: 'UTC', affiliationId: null },
    }
    const { cards } = server.services.ports
    const broken = { ...cards, addCard: () => Promise.reject(new Error('No response')) }
    const input = { nonce: 'fake-valid-visa-nonce', customer_ids: [] }
    for (let n = 0; n <= DECLINED_CARDS; n++)
      await expect(
        storeCard({ db: server.db, actor, ports: { cards: broken } }, input, null),
      ).rejects.toMatchObject({ code: 'unavailable' })
    const client = await server.as(own)
    const declined = { nonce: 'fake-processor-declined-visa-nonce' }
    for (let n = 0; n < DECLINED_CARDS; n++)
      expect((await add(declined, client, writeHeaders())).body.code).toBe('card_refused')
    expect((await add(declined, client, writeHeaders())).body.code).toBe('too_many')
  })

  it.each([
    ['US', ['43215', '43215-1234'], ['K1A 0B1', '4321', '43215-12', '432156', 'ABCDE'], 'zip'],
    ['CA', ['K1A 0B1', 'k1a0b1'], ['43215', 'K1A', 'K1A-0B1', '1K1 A0B'], 'postal_code'],
  ] as const)('takes a billing code of the fleet’s country only: %s', async (country, good, bad, code) => {
    const own = await server.build.fleet({ country })
    const client = await server.as(await server.build.user(own))
    const nonce = 'fake-valid-visa-nonce'
    const refused = [422, { billing_zip: [code] }]
    for (const billing_zip of bad) {
      const { status, body } = await add({ nonce, billing_zip }, client)
      expect([status, body.fields], billing_zip).toEqual(refused)
    }
    expect(await listed(client)).toEqual([])
    const { status, body } = await add({ nonce, billing_zip: good[0] }, client)
    expect([status, body.billing_zip]).toEqual([201, good[0]])
    const put = (zip: string | null) =>
      client.put(`${METHODS}/${body.id}`, { customer_ids: [], billing_zip: zip })
    for (const zip of bad) {
      const response = await put(zip)
      expect([response.status, response.body.fields], zip).toEqual(refused)
    }
    const stored = country === 'CA' ? 'K1A 0B1' : good[1]
    expect((await put(good[1])).body.billing_zip).toBe(stored)
    expect((await put(null)).body.billing_zip).toBeNull()
    // A code from before this rule stays until someone changes it.
    await server.db.query(sql`update payment_methods set billing_zip = 'OLD 1' where id = ${body.id}`)
    expect((await put('OLD 1')).status).toBe(200)
    expect((await put('OLD 2')).status).toBe(422)
  })

  it('accepts only users of the fleet, or everyone', async () => {
    const stranger = await server.build.user(await server.build.fleet())
    const nonce = 'fake-valid-discover-nonce'
    expect((await add({ nonce, customer_ids: [stranger.id] })).body.fields).toEqual({ customer_ids: ['id'] })
    expect((await add({ nonce, customer_ids: [ALL_USERS] })).body).toMatchObject({
      customer_ids: [ALL_USERS],
      customers: [],
    })
  })

  it('creates one customer at the gateway when several users add methods at once', async () => {
    await freshFleet()
    const nonces = ['fake-valid-visa-nonce', 'fake-valid-jcb-nonce', 'fake-valid-mastercard-nonce']
    const responses = await Promise.all(nonces.map((nonce) => add({ nonce })))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201])
    const methods = await listed()
    expect(methods.filter((one: { is_default: boolean }) => one.is_default)).toHaveLength(1)
    const [row] = await server.db.query<{ n: number }>(sql`
      select count(distinct c.customer_id) as n from payment_methods m join card_sandbox.cards c on c.token = m.token
      where m.fleet_id = ${fleet.id}`)
    expect(row?.n).toBe(1)
  })

  it('rate-limits a user who tries one refused card after the other', async () => {
    const tester = await server.as(await server.build.user(fleet))
    const statuses: number[] = []
    for (let n = 0; n < 12; n++)
      statuses.push((await add({ nonce: 'fake-processor-declined-visa-nonce' }, tester)).status)
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422))
    expect(statuses.slice(10)).toEqual([429, 429])
  })
})

describe('changing a payment method', () => {
  beforeAll(freshFleet)

  it('is for its owner and for FMC, FMC Fleet Admin and Owner (PAY-016, PAY-024)', async () => {
    for (const role of ROLES.filter((each) => each !== 'Driver')) {
      const client = await asRole([role])
      const theirs = await server.build.paymentMethod(fleet, ownerUser)
      const mayEdit = ['FMC', 'FMC Fleet Admin', 'Owner'].includes(role)
      const found = (await listed(client)).find((one: { id: number }) => one.id === theirs.id)
      expect([role, found.can_edit]).toEqual([role, mayEdit])
      const put = await client.put(`${METHODS}/${theirs.id}`, { customer_ids: [] })
      expect([role, put.status]).toEqual([role, mayEdit ? 200 : 403])
      const gone = await client.delete(`${METHODS}/${theirs.id}`)
      expect([role, gone.status]).toEqual([role, mayEdit ? 200 : 403])
    }
    const manager = await server.build.user(fleet, { roles: ['Manager'] })
    const own = await server.build.paymentMethod(fleet, manager)
    const client = await server.as(manager)
    expect((await client.put(`${METHODS}/${own.id}`, { customer_ids: [manager.id] })).status).toBe(200)
    expect((await client.delete(`${METHODS}/${own.id}`)).status).toBe(200)
  })

  it('keeps omitted fields, and clears those that are null', async () => {
    const { id } = await server.build.paymentMethod(fleet, ownerUser, { name: 'Old', isForAll: false })
    const put = (body: object) => owner.put(`${METHODS}/${id}`, { customer_ids: [ownerUser.id], ...body })
    expect((await put({ billing_zip: '43215' })).body).toMatchObject({ name: 'Old', billing_zip: '43215' })
    expect((await put({ name: null })).body).toMatchObject({ name: null, billing_zip: '43215' })
  })

  it('is refused if someone else changed it in the meantime', async () => {
    const { id } = await server.build.paymentMethod(fleet, ownerUser)
    const key = () => ({ ...writeHeaders(), 'if-match': '"1"' })
    expect((await owner.put(`${METHODS}/${id}`, { customer_ids: [] }, key())).body.rev).toBe(2)
    const late = await owner.put(`${METHODS}/${id}`, { customer_ids: [] }, key())
    expect([late.status, late.body.code, late.body.current.rev]).toEqual([412, 'stale', 2])
  })
})

describe('the default method', () => {
  beforeAll(freshFleet)

  it('is one, set by all but Driver, Manager and FMC Fleet Manager (PAY-018, PAY-019, PAY-022)', async () => {
    const first = await server.build.paymentMethod(fleet, ownerUser, { isDefault: true })
    const second = await server.build.paymentMethod(fleet, ownerUser)
    for (const role of ROLES) {
      const client = await asRole([role])
      const maySet = !['Driver', 'Manager', 'FMC Fleet Manager'].includes(role)
      const response = await client.put(`${METHODS}/${second.id}/set_default`)
      expect([role, response.status]).toEqual([role, maySet ? 200 : 403])
      if (maySet) await owner.put(`${METHODS}/${first.id}/set_default`)
    }
    const both = await Promise.all(
      [first, second, first, second].map(({ id }) => owner.put(`${METHODS}/${id}/set_default`)),
    )
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await listed()).filter((one: { is_default: boolean }) => one.is_default)).toHaveLength(1)
  })

  it('cannot be deleted, and the response gives the reason in both languages (PAY-021)', async () => {
    const [standard] = await listed()
    const response = await owner.delete(`${METHODS}/${standard.id}`)
    expect([response.status, response.body.code, response.body.alertMessage]).toEqual([
      409,
      'payment_method_default',
      "This payment method is set as default so you can't delete it",
    ])
  })

  it('a deleted one is removed from lists and from the gateway, and past payments keep its name (PAY-017)', async () => {
    const { body } = await add({ nonce: 'fake-valid-jcb-nonce' })
    expect((await owner.delete(`${METHODS}/${body.id}`)).body).toEqual({ success: true, id: body.id })
    expect((await listed()).map((one: { id: number }) => one.id)).not.toContain(body.id)
    expect((await owner.delete(`${METHODS}/${body.id}`)).status).toBe(404)
    await createVaultCleaner(server.services)()
    const [left] = await server.db.query(sql`
      select name, cardholder_name, billing_zip, email from payment_methods where id = ${body.id}`)
    expect(left).toEqual({ name: null, cardholder_name: null, billing_zip: null, email: null })
    const rows = await server.db.query(sql`
      select c.token from payment_methods m join card_sandbox.cards c on c.token = m.token where m.id = ${body.id}`)
    expect(rows).toEqual([])
    expect((await add({ nonce: 'fake-valid-jcb-nonce' })).status).toBe(201)
  })

  it('is not deleted while another user starts a charge of it', async () => {
    const { body } = await add({ nonce: 'fake-valid-mastercard-nonce' })
    const removal = await server.db.tenant(fleet.id, async (tx) => {
      const methodId = await payments.usableMethod(tx, fleet.id, body.id, ownerUser.id)
      const pending = owner.delete(`${METHODS}/${body.id}`)
      await Promise.race([untilBlocked(server.db), pending])
      await payments.insert(tx, {
        fleetId: fleet.id,
        month: '2026-01-01',
        provider: 'Braintree',
        methodId,
        accountNumber: null,
        currency: 'USD',
        amount: '10.00',
        userId: ownerUser.id,
        requestKey: null,
        decision: null,
        waitSeconds: 3600,
      })
      return { pending }
    })
    const { status, body: refused } = await removal.pending
    expect([status, refused.code]).toEqual([409, 'payment_method_in_use'])
  })

  it('that the gateway does not delete does not block the others, and is tried again later', async () => {
    const [stuck, other] = [
      await server.build.paymentMethod(fleet, ownerUser),
      await server.build.paymentMethod(fleet, ownerUser),
    ]
    for (const { id } of [stuck, other]) await owner.delete(`${METHODS}/${id}`)
    const [row] = await server.db.query<{ token: string }>(
      sql`select token from payment_methods where id = ${stuck.id}`,
    )
    const called: string[] = []
    let isBroken = true
    const cards = {
      ...server.services.ports.cards,
      removeCard: async (token: string) => {
        called.push(token)
        if (isBroken && token === row?.token) throw new Error('The gateway responded with 500.')
      },
    }
    let now = Date.now()
    const clean = createVaultCleaner({ db: server.db, ports: { ...server.services.ports, cards } }, () => now)
    const isLeft = async (id: number) =>
      (await server.db.query(sql`select from payment_methods where id = ${id} and vault_removed_at is null`))
        .length > 0
    // The round fails, so that the alert about failing work reports it.
    const isReported = () => expect(clean()).rejects.toThrow('the card gateway rejected: 1')
    await isReported()
    expect([await isLeft(stuck.id), await isLeft(other.id)]).toEqual([true, false])
    await isReported()
    expect(called.filter((token) => token === row?.token)).toHaveLength(1)
    now += 60_000
    await isReported()
    expect(called.filter((token) => token === row?.token)).toHaveLength(2)
    isBroken = false
    now += 120_000
    expect(await clean()).toBe(1)
    expect(await isLeft(stuck.id)).toBe(false)
  })

  it('is no longer reported once another server has deleted it at the gateway', async () => {
    const { id } = await server.build.paymentMethod(fleet, ownerUser)
    await owner.delete(`${METHODS}/${id}`)
    const cards = {
      ...server.services.ports.cards,
      removeCard: () => Promise.reject(new Error('The gateway responded with 500.')),
    }
    let now = Date.now()
    const clean = createVaultCleaner({ db: server.db, ports: { ...server.services.ports, cards } }, () => now)
    await expect(clean()).rejects.toThrow('rejected: 1')
    expect(await createVaultCleaner(server.services)()).toBe(1)
    now += 60_000
    expect(await clean()).toBe(0)
  })
})

describe('a user who is deleted', () => {
  beforeAll(freshFleet)

  it('may no longer pay with methods, and is not named again', async () => {
    const driver = await server.build.user(fleet, { roles: ['Driver'] })
    const { body } = await add({ nonce: 'fake-valid-visa-nonce', customer_ids: [driver.id] })
    const [user] = await server.db.query<{ rev: number }>(sql`select rev from users where id = ${driver.id}`)
    const deleted = await owner.delete(`/fleet_users/${driver.id}`, writeHeaders(undefined, user?.rev))
    expect(deleted.status).toBe(200)
    const [method] = await listed()
    expect(method).toMatchObject({ customer_ids: [], customers: [], rev: body.rev + 1 })
    const rows = await server.db.query(
      sql`select from payment_method_users where method_id = ${body.id} and user_id = ${driver.id}`,
    )
    expect(rows).toEqual([])
    const named = await owner.put(`${METHODS}/${body.id}`, { customer_ids: [driver.id] })
    expect([named.status, named.body.fields]).toEqual([422, { customer_ids: ['id'] }])
    // A form that was sent at the same time has stored the user after all.
    await server.db.query(sql`
      insert into payment_method_users (fleet_id, method_id, user_id) values (${fleet.id}, ${body.id}, ${driver.id})`)
    expect((await listed())[0]).toMatchObject({ customer_ids: [], customers: [] })
  })
})

describe('the WEX account number', () => {
  beforeAll(freshFleet)
  const path = () => `/fleets/${fleet.id}/fleet_payment_mapping`
  const save = (account_number: unknown, isNew = false) => owner.put(path(), { account_number, isNew })

  it('is read, saved for the first time and changed (PAY-030, PAY-031, PAY-037)', async () => {
    expect((await owner.get(path())).body).toEqual({ fleet_id: fleet.id, account_number: null })
    expect((await save('0412345678901', true)).status).toBe(200)
    expect((await save('0412345678902')).body.account_number).toBe('0412345678902')
    expect((await owner.get(path())).body.account_number).toBe('0412345678902')
  })

  it('has exactly 13 digits (PAY-032, PAY-034, PAY-035)', async () => {
    for (const wrong of [
      '',
      '041234567890',
      '04123456789012',
      '041234567890a',
      '０４１２３４５６７８９０１',
      4123456789012,
    ])
      expect((await save(wrong)).body.fields).toEqual({ account_number: ['account_number'] })
    expect((await owner.put(path(), { isNew: true })).body.fields).toEqual({ account_number: ['required'] })
  })

  it('is not overwritten by a user who saw none', async () => {
    const response = await save('0400000000000', true)
    expect([response.status, response.body.current.account_number]).toEqual([412, '0412345678902'])
    expect((await save('0412345678902', true)).status).toBe(200)
  })

  it('is not overwritten by a user who saw an earlier one (TRX-031)', async () => {
    const replace = (account_number: string, replaces: string) =>
      owner.put(path(), { account_number, isNew: false, replaces })
    const response = await replace('0400000000000', '0412345678901')
    expect([response.status, response.body.current.account_number]).toEqual([412, '0412345678902'])
    expect((await replace('0412345678902', '0412345678901')).status).toBe(200)
    expect((await replace('0400000000000', '0412345678902')).status).toBe(200)
  })
})
