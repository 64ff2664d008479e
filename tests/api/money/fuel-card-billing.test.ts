// Settlement files (ruling 29): one contract for both kinds of billing, then the content of the files.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCsvReader } from '#domain/core/csv/csv-records.ts'
import { openSettlementDelivery } from '#server/composition/file-stores.ts'
import { readConfig } from '#server/config/read-config.ts'
import { sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import type { FuelCardBilling } from '#server/integrations/fuel-card-billing/port.ts'
import { submitDueSettlements } from '#server/modules/money/settlements/settlements.service.ts'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { startPayingServer } from '#tests/support/paying-fleet.ts'

let s3: Awaited<ReturnType<typeof startFakeS3>>
let folder: string
let local: FuelCardBilling
let live: FuelCardBilling

beforeAll(async () => {
  s3 = await startFakeS3('billing')
  folder = await mkdtemp(join(tmpdir(), 'wheelbook-billing-'))
  const files = localFileStore(folder)
  local = await openSettlementDelivery(readConfig({}), files)
  live = await openSettlementDelivery(
    readConfig({
      FUEL_CARD_S3_BUCKET: 'billing',
      FUEL_CARD_S3_REGION: 'us-east-1',
      FUEL_CARD_S3_ENDPOINT: s3.endpoint,
      FUEL_CARD_S3_ACCESS_KEY_ID: 'id',
      FUEL_CARD_S3_SECRET_ACCESS_KEY: 'secret',
    }),
    files,
  )
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

const aFile = (text: string, key = `settlements/wex/${crypto.randomUUID()}`) => ({
  key,
  bytes: new TextEncoder().encode(text),
})

describe.each([
  ['local', () => local],
  ['live', () => live],
] as const)('%s billing', (kind, billing) => {
  it('says what it is', () => expect(billing().kind).toBe(kind))

  it('accepts the same file again, and returns no other', async () => {
    const file = aFile('a,b\r\n')
    await billing().submit(file)
    await billing().submit(file)
    expect(new TextDecoder().decode((await billing().read(file.key)) ?? undefined)).toBe('a,b\r\n')
    expect(await billing().read('settlements/wex/none')).toBeNull()
  })

  it('rejects a key that would leave the store', async () => {
    await expect(billing().submit(aFile('', '../outside'))).rejects.toThrow()
  })
})

it('uploads to the bucket only if one is configured', async () => {
  const [remaining, delivered] = [aFile('kept'), aFile('delivered')]
  await local.submit(remaining)
  await live.submit(delivered)
  expect(s3.objects.has(remaining.key)).toBe(false)
  expect(s3.objects.get(delivered.key)?.bytes.toString()).toBe('delivered')
})

describe('settlement files', () => {
  type Stage = Awaited<ReturnType<typeof startPayingServer>>
  let stage: Stage
  let now = new Date()
  const DAY_MS = 86_400_000
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)

  beforeAll(async () => {
    stage = await startPayingServer({ now: () => now })
  })
  afterAll(() => stage.server.stop())

  /** A management company with one fleet of each provider, and one of its staff. */
  async function aCompany() {
    const { id: affiliationId } = await stage.server.build.affiliation()
    const wex = await stage.aPayingFleet('WEX', { affiliationId, name: '=HYPERLINK("x")' })
    const fleetcor = await stage.aPayingFleet('Fleetcor', { affiliationId })
    const staff = await stage.server.build.user(wex.fleet, { roles: ['FMC'] })
    await stage.server.db.query(
      sql`update users set affiliation_id = ${affiliationId} where id = ${staff.id}`,
    )
    return { wex, fleetcor, staff: await stage.server.as(staff) }
  }
  type Company = Awaited<ReturnType<typeof aCompany>>
  /** Moves the charge this many days into the past. */
  async function age(order: { id: number }, days: number) {
    await stage.server.db.query(sql`alter table payment_activities disable trigger never_changed`)
    await stage.server.db.query(sql`
      update payment_activities set created_at = created_at - make_interval(days => ${days}) where order_id = ${order.id}`)
    await stage.server.db.query(sql`alter table payment_activities enable trigger never_changed`)
  }
  const listOf = async ({ staff }: Company, query = '') =>
    (await staff.get(`/settlement_files?per_page=200${query}`)).body.settlement_files
  async function rowsOf({ staff }: Company, id: number) {
    const response = await staff.get(`/settlement_files/${id}/csv`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [head = [], ...rows] = [...createCsvReader().push(response.body, true)].map(({ cells }) => cells)
    return rows.map((row) => Object.fromEntries(head.map((name, n) => [name, row[n]])))
  }
  async function settle(at: Date) {
    now = at
    while ((await stage.server.services.settlements.runDue()) > 0);
  }

  it('contain each charge and refund of a day, by provider, with a total that equals the lines', async () => {
    const company = await aCompany()
    const first = await stage.aPaidOrder(company.wex, '75.10')
    const second = await stage.aPaidOrder(company.wex, '24.95')
    const third = await stage.aPaidOrder(company.fleetcor, '10.00')
    await company.wex.client.post(`/orders/${first.id}/refunds`, { amount: '5.05', reason: 'Wrong part' })
    await settle(inDays(0))
    expect(await listOf(company)).toEqual([])
    await settle(inDays(1))
    const files = await listOf(company)
    expect(files).toMatchObject([
      { provider: 'Fleetcor', charges: 1, refunds: 0, totals: [{ currency: 'USD', amount: '10.00' }] },
      { provider: 'WEX', charges: 2, refunds: 1, totals: [{ currency: 'USD', amount: '95.00' }] },
    ])
    expect(await listOf(company, '&provider=WEX')).toEqual([files[1]])
    const rows = await rowsOf(company, files[1].id)
    expect(rows).toMatchObject([
      { charge_id: `order-${first.id}-1`, kind: 'charge', order_id: String(first.id), amount: '75.10' },
      { kind: 'charge', order_id: String(second.id), amount: '24.95', currency: 'USD' },
      { kind: 'refund', order_id: String(first.id), amount: '-5.05', account_number: '0412345678901' },
    ])
    // Escapes names that a spreadsheet would run as formulas.
    expect(rows[0]?.fleet_name).toBe('\'=HYPERLINK("x")')
    const [other] = await rowsOf(company, files[0].id)
    expect(other).toMatchObject({ order_id: String(third.id), amount: '10.00' })
    expect(other?.account_number).toMatch(/^\d+$/)
  })

  it('bill the account number that the fleet has at the time of the charge, not of the approval', async () => {
    const company = await aCompany()
    const setNumber = (number: string) =>
      stage.server.db.query(sql`
        update fleets set fuel_card_account_number = ${number} where id = ${company.wex.fleet.id}`)
    await setNumber('0000000000001')
    const order = await stage.anOrder(company.wex)
    await stage.approve(company.wex, order)
    await stage.reconcile()
    await setNumber('0000000000002')
    await stage.complete(company.wex, order)
    await stage.reconcile()
    // The charge has been recorded: a later number is for later charges (TRX-024).
    await setNumber('0000000000003')
    await settle(inDays(1))
    const [file] = await listOf(company)
    expect(await rowsOf(company, file.id)).toMatchObject([
      { order_id: String(order.id), account_number: '0000000000002' },
    ])
  })

  it('contain each late commit, and charges from days when no server ran, exactly once', async () => {
    const company = await aCompany()
    const [old, late, fresh] = [
      await stage.aPaidOrder(company.wex, '1.00'),
      await stage.aPaidOrder(company.wex, '2.00'),
      await stage.aPaidOrder(company.wex, '3.00'),
    ]
    await age(old, 3)
    await age(fresh, 1)
    await settle(inDays(0))
    expect((await listOf(company)).map(({ totals }: { totals: unknown }) => totals)).toEqual([
      [{ currency: 'USD', amount: '3.00' }],
      [{ currency: 'USD', amount: '1.00' }],
    ])
    // Its day is already closed, so it waits for the next file.
    await age(late, 3)
    await settle(inDays(0))
    expect(await listOf(company)).toHaveLength(2)
    await settle(inDays(1))
    expect((await listOf(company))[0]).toMatchObject({ charges: 1, totals: [{ amount: '2.00' }] })
    expect(await listOf(company)).toHaveLength(3)
  })

  it('contain each charge once, even if several servers close them and crash', async () => {
    const company = await aCompany()
    const orders = []
    for (let n = 0; n < 6; n++) orders.push(await stage.aPaidOrder(company.wex, `${10 + n}.00`))
    const { db } = stage.server
    let failures = 3
    const dying: FuelCardBilling = {
      ...local,
      async submit(file) {
        if (failures-- > 0) throw new Error('killed')
        await local.submit(file)
        if (failures-- > -2) throw new Error('killed after the delivery')
      },
    }
    const servers = [dying, dying, stage.server.services.settlements].map((billing) =>
      'runDue' in billing
        ? billing
        : {
            runDue: () =>
              submitDueSettlements({
                db,
                clock: () => inDays(1),
                ports: { ...stage.server.services.ports, billing },
              }),
          },
    )
    now = inDays(1)
    for (let round = 0; round < 4; round++) await Promise.allSettled(servers.map((server) => server.runDue()))
    await settle(inDays(1))
    // The clock of one server jumps back and forth.
    for (const days of [5, 0, 2, -3]) await settle(inDays(days))
    const files = await listOf(company)
    const rows = (await Promise.all(files.map(({ id }: { id: number }) => rowsOf(company, id)))).flat()
    expect(rows.map((row) => Number(row.order_id)).sort((a, b) => a - b)).toEqual(orders.map(({ id }) => id))
  })

  it('are visible only to staff of the management company they belong to', async () => {
    const [one, two] = [await aCompany(), await aCompany()]
    await stage.aPaidOrder(one.wex, '9.00')
    await settle(inDays(1))
    const [file] = await listOf(one)
    expect(await listOf(two)).toEqual([])
    expect((await two.staff.get(`/settlement_files/${file.id}/csv`)).status).toBe(404)
    expect((await one.wex.client.get(`/settlement_files/${file.id}/csv`)).status).toBe(403)
    const { ticket } = (await one.staff.post('/tickets', { purpose: 'download' })).body
    const opened = await stage.server.client().get(`/settlement_files/${file.id}/csv?auth_token=${ticket}`)
    expect(opened.status).toBe(200)
  })
})
