import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#tests/support/client.ts'
import { otherRows } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let client: Client
let affiliation: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  const { build, db } = server
  affiliation = await build.affiliation()
  const other = await build.affiliation()
  const names = ['Harbor Freightlines', 'Oak "North", Ltd', '=HYPERLINK("x")', '100% Vans']
  const fleets = await Promise.all(names.map((name) => build.fleet({ name, affiliationId: affiliation.id })))
  const foreign = await build.fleet({ name: 'Harbor of Others', affiliationId: other.id })
  const [harbor] = fleets
  await db.query({ text: `update fleets set region = 'East' where id = $1`, values: [harbor!.id] })
  const rows = otherRows(db)
  for (const fleet of [harbor!, foreign]) {
    const vehicle = await build.vehicle(fleet)
    await build.vehicle(fleet, { isActive: false })
    await rows.order(vehicle, { total: '100.00' })
    await rows.order(vehicle, { total: '50.50', status: 'paid_in_shop' })
    await rows.order(vehicle, { total: '999.00', status: 'approved' })
  }
  const user = await build.user(harbor!, { roles: ['FMC'], affiliationId: affiliation.id })
  client = await server.as(user)
})
afterAll(() => server.stop())

const namesOf = (body: { fleets: { name: string }[] }) => body.fleets.map((fleet) => fleet.name)

describe('the list of fleets (API-007)', () => {
  it('contains the fleets of the affiliation and no others, 50 a page, with their totals (FMC-011, FMC-021)', async () => {
    const { status, body } = await client.get('/api/v6/fleets')
    expect(status).toBe(200)
    expect(body).toMatchObject({ page: 1, per_page: 50, total_count: 4, total_pages: 1 })
    expect(namesOf(body)).not.toContain('Harbor of Others')
    expect(body.fleets.find((fleet: { name: string }) => fleet.name === 'Harbor Freightlines')).toMatchObject(
      {
        region: 'East',
        users_total: 1,
        vehicles_total: 1,
        transactions_total: 2,
        average_ticket: '75.25',
        total_spend: '150.50',
      },
    )
    expect(body.fleets.find((fleet: { name: string }) => fleet.name === '100% Vans')).toMatchObject({
      transactions_total: 0,
      average_ticket: null,
      total_spend: '0.00',
    })
  })

  it('can be searched with three characters or more, taken literally (FMC-018)', async () => {
    expect(namesOf((await client.get('/api/v6/fleets?query=HARBOR')).body)).toEqual(['Harbor Freightlines'])
    expect(namesOf((await client.get('/api/v6/fleets?query=00%25')).body)).toEqual(['100% Vans'])
    const east = ['Harbor Freightlines']
    expect(namesOf((await client.get('/api/v6/fleets?query=east%20harb%C3%B4r')).body)).toEqual(east)
    await server.db.query({ text: `update fleets set region = 'Québec' where region = 'East'`, values: [] })
    for (const search of ['query=quebec', 'query=QU%C3%89BEC%20harbor', 'filter[region]=quebec'])
      expect(namesOf((await client.get(`/api/v6/fleets?${search}`)).body), search).toEqual(east)
    await server.db.query({ text: `update fleets set region = 'East' where region = 'Québec'`, values: [] })
    const short = await client.get('/api/v6/fleets?query=Ha')
    expect([short.status, short.body.fields]).toEqual([422, { query: ['too_short'] }])
  })

  it('can be filtered and sorted (FMC-016)', async () => {
    expect(namesOf((await client.get('/api/v6/fleets?filter[region]=east')).body)).toEqual([
      'Harbor Freightlines',
    ])
    const up = namesOf((await client.get('/api/v6/fleets?sort=name')).body)
    expect(namesOf((await client.get('/api/v6/fleets?sort=-name')).body)).toEqual(up.reverse())
    const second = (await client.get('/api/v6/fleets?sort=-name&per_page=3&page=2')).body
    expect([namesOf(second), second.total_pages]).toEqual([up.slice(3), 2])
  })

  it('is not for a Super Admin, who belongs to one fleet (FMC-006)', async () => {
    const fleet = await server.build.fleet({ affiliationId: affiliation.id })
    const admin = await server.as(await server.build.user(fleet, { roles: ['Super Admin'] }))
    expect((await admin.get('/api/v6/fleets')).status).toBe(403)
    expect((await admin.get('/api/v6/fleets/summary')).status).toBe(403)
    await server.db.query({
      text: 'update fleets set affiliation_id = null where id = $1',
      values: [fleet.id],
    })
  })

  it('has a summary of three numbers, with the spend in each currency (FMC-009)', async () => {
    expect((await client.get('/api/v6/fleets/summary')).body).toEqual({
      total_fleets: 4,
      total_vehicles: 1,
      total_m_cost: '150.50',
      spend: [{ country: 'US', amount: '150.50' }],
    })
    const canadian = await server.build.fleet({ country: 'CA', affiliationId: affiliation.id })
    await otherRows(server.db).order(await server.build.vehicle(canadian), { total: '20.00' })
    expect((await client.get('/api/v6/fleets/summary')).body.spend).toEqual([
      { country: 'US', amount: '150.50' },
      { country: 'CA', amount: '20.00' },
    ])
    await server.db.query({
      text: 'update fleets set affiliation_id = null where id = $1',
      values: [canadian.id],
    })
  })
})

describe('the file of fleets (FMC-015)', () => {
  const ticketOf = async (purpose = 'download') => (await client.post('/tickets', { purpose })).body.ticket
  const download = (ticket: string, query = '') =>
    server.client().get(`/api/v6/fleets.csv?auth_token=${ticket}${query}`)

  it('is opened only by a ticket, once (ruling 8)', async () => {
    const ticket = await ticketOf()
    const first = await download(ticket)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(first.headers.get('content-disposition')).toBe('attachment; filename="fleets.csv"')
    expect((await download(ticket)).status).toBe(401)
  })

  it('has the day on which a fleet was created in the time zone of the session’s fleet, as the list', async () => {
    await server.db.query({
      text: `update fleets set created_at = '2026-03-10T02:30:00Z' where name = '100% Vans'`,
      values: [],
    })
    const file = String((await download(await ticketOf(), '&query=100%25')).body)
    expect(file).toContain('2026-03-09')
    expect(file).not.toContain('2026-03-10')
  })

  it('is opened once if ten requests come at the same moment', async () => {
    const ticket = await ticketOf()
    const responses = await Promise.all(Array.from({ length: 10 }, () => download(ticket)))
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(9).fill(401)])
  })

  it('refuses a ticket that is too old, for the push channel, of an ended session, or missing', async () => {
    const old = await ticketOf()
    await server.db.query({ text: `update tickets set expires_at = now() - interval '1 second'`, values: [] })
    expect((await download(old)).status).toBe(401)
    expect((await download(await ticketOf('push'))).status).toBe(401)
    expect((await download('x'.repeat(43))).status).toBe(401)
    const fleet = await server.build.fleet()
    const leaving = await server.as(await server.build.user(fleet, { roles: ['FMC'] }))
    const { ticket } = (await leaving.post('/tickets', { purpose: 'download' })).body
    expect((await leaving.delete('/shell_sessions')).status).toBe(200)
    expect((await download(ticket)).status).toBe(401)
    // A given ticket alone decides, also for a signed-in user.
    expect((await client.get(`/api/v6/fleets.csv?auth_token=${'x'.repeat(43)}`)).status).toBe(401)
  })

  it('is only for users who may list fleets, with a ticket too', async () => {
    const owner = await server.as(await server.build.user(await server.build.fleet()))
    const { ticket } = (await owner.post('/tickets', { purpose: 'download' })).body
    expect((await download(ticket)).status).toBe(403)
  })

  it('opens no other call', async () => {
    const response = await server.client().get(`/api/v6/fleets?auth_token=${await ticketOf()}`)
    expect(response.status).toBe(401)
  })

  it('contains the rows of the list, with headings in either language, quoted and without formulas (S-17)', async () => {
    const english = (await download(await ticketOf())).body.split('\r\n')
    expect(english[0]).toMatch(/^Id,Name,Region,/)
    expect(english).toHaveLength(6)
    expect(english.join('\n')).toContain('"Oak ""North"", Ltd"')
    expect(english.join('\n')).toContain(`"'=HYPERLINK(""x"")"`)
    const french = (await download(await ticketOf(), '&language=fr&query=Harbor')).body.split('\r\n')
    expect(french[0]).toMatch(/^Nº;Nom;Région;/)
    expect(french).toHaveLength(3)
  })

  it('contains every fleet once if there are more than one batch (P-13)', async () => {
    await server.db.query({
      text: `insert into fleets (name, country, brand, affiliation_id)
        select 'Many ' || n, 'US', 'wheelbook', $1 from generate_series(1, 2300) n`,
      values: [affiliation.id],
    })
    const rows = (await download(await ticketOf(), '&query=Many')).body.trim().split('\r\n').slice(1)
    expect(rows).toHaveLength(2300)
    expect(new Set(rows.map((row: string) => row.split(',')[0])).size).toBe(2300)
  })
})
