// Saved views of the lists of a management company (decision 102). The rules of one place: tests/api/home/saved-views.test.ts.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Role } from '#domain/access/permissions.ts'
import { VIEWS_MAX } from '#domain/core/limits.ts'
import { sql } from '#server/db/sql.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

interface Company {
  affiliationId: number
  fleet: { id: number }
}

let server: TestServer
let company: Company
beforeAll(async () => {
  server = await startTestServer()
  company = await aCompany()
})
afterAll(() => server.stop())

async function aCompany(): Promise<Company> {
  const { id: affiliationId } = await server.build.affiliation()
  return { affiliationId, fleet: await server.build.fleet({ affiliationId }) }
}

async function aUser(roles: Role[] = ['FMC'], { affiliationId, fleet }: Company = company) {
  const user = await server.build.user(fleet, { roles, affiliationId })
  return { user, ...callsOf(await server.as(user)) }
}

function callsOf(client: Awaited<ReturnType<TestServer['as']>>) {
  const save = (given: object = {}, id: string = randomUUID()) =>
    client.put(
      `/company_views/${id}`,
      { list: 'fmc_fleets', name: 'East', state: { region: 'East' }, ...given },
      writeHeaders(randomUUID()),
    )
  const show = (id: string) => client.get(`/company_views/${id}`)
  const remove = (id: string) => client.delete(`/company_views/${id}`, writeHeaders(randomUUID()))
  const views = async () => (await client.get('/company_views')).body.views
  const names = async () => (await views()).map((view: { name: string }) => view.name)
  return { client, save, show, remove, views, names }
}

it('a view of the company follows its user to another device and another fleet of the company', async () => {
  const ada = await aUser()
  const state = { region: 'East', sort: '-total_spend', hide: 'rep,other_id', density: 'standard' }
  const saved = await ada.save({ state, is_default: true })
  expect(saved).toMatchObject({ status: 200, body: { list: 'fmc_fleets', name: 'East', state } })
  const otherDevice = callsOf(await server.as(ada.user))
  const otherFleet = await server.build.fleet({ affiliationId: company.affiliationId })
  expect(
    (await otherDevice.client.put('/fleet_users/impersonate_fleet', { fleet_id: otherFleet.id })).status,
  ).toBe(200)
  expect(await otherDevice.views()).toEqual([saved.body])
  expect((await otherDevice.save({ name: 'East, open' }, saved.body.id)).status).toBe(200)
  expect(await ada.names()).toEqual(['East, open'])
})

it('views of the company and of the fleet are kept apart', async () => {
  const ada = await aUser()
  const ofCompany = (await ada.save()).body
  const id = randomUUID()
  const body = { list: 'vehicles', name: 'East', state: { q: 'van' } }
  expect((await ada.client.put(`/saved_views/${id}`, body, writeHeaders(randomUUID()))).status).toBe(200)
  expect((await ada.client.get('/saved_views')).body.views).toHaveLength(1)
  expect(await ada.views()).toEqual([ofCompany])
  expect((await ada.client.get(`/saved_views/${ofCompany.id}`)).status).toBe(404)
  expect((await ada.show(id)).status).toBe(404)
  expect((await ada.remove(id)).status).toBe(404)
  expect((await ada.save({}, id)).status).toBe(404)
  expect((await ada.client.delete(`/saved_views/${ofCompany.id}`, writeHeaders(randomUUID()))).status).toBe(
    404,
  )
  expect((await ada.save(body)).body.fields).toHaveProperty('list')
  const swapped = await ada.client.put(
    `/saved_views/${randomUUID()}`,
    { ...body, list: 'fmc_fleets' },
    writeHeaders(randomUUID()),
  )
  expect(swapped.body.fields).toHaveProperty('list')
  expect(await ada.views()).toEqual([ofCompany])
})

it.each<Role>(['FMC', 'FMC Fleet Admin', 'FMC Fleet Manager'])(
  'a link shows the view to a colleague with the role %s, who cannot change it',
  async (role) => {
    const ada = await aUser()
    const colleague = await aUser([role])
    const { body: view } = await ada.save()
    const seen = await colleague.show(view.id)
    expect(seen).toMatchObject({ status: 200, body: { ...view, owner: { id: ada.user.id } } })
    expect(await colleague.names()).toEqual([])
    expect((await colleague.save({ name: 'Mine now' }, view.id)).status).toBe(404)
    expect((await colleague.remove(view.id)).status).toBe(404)
    expect(await ada.names()).toEqual(['East'])
    expect((await colleague.save()).status).toBe(200)
  },
)

it('a user of another company does not learn that the view exists', async () => {
  const ada = await aUser()
  const { body: view } = await ada.save()
  const stranger = await aUser(['FMC'], await aCompany())
  const missing = await stranger.show(randomUUID())
  const foreign = await stranger.show(view.id)
  expect(foreign.status).toBe(404)
  expect({ ...foreign.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
  expect((await stranger.save({ name: 'Taken' }, view.id)).status).toBe(404)
  expect((await stranger.remove(view.id)).status).toBe(404)
  expect(await stranger.views()).toEqual([])
  expect(await ada.views()).toEqual([view])
})

it('the company is that of the user, also in a fleet of another company', async () => {
  const account = await server.build.account()
  const other = await aCompany()
  const foreignFleet = await server.build.fleet({
    affiliationId: other.affiliationId,
    accountId: account.id,
  })
  const { body: theirs } = await (await aUser(['FMC'], other)).save()
  const ada = await server.build.user(company.fleet, {
    roles: ['FMC', 'Account Owner'],
    affiliationId: company.affiliationId,
    accounts: [account],
  })
  const { client, save, show, names } = callsOf(await server.as(ada))
  expect((await client.put('/fleet_users/impersonate_fleet', { fleet_id: foreignFleet.id })).status).toBe(200)
  expect((await show(theirs.id)).status).toBe(404)
  expect((await save()).status).toBe(200)
  expect(await names()).toEqual(['East'])
})

it('needs an FMC role and a company, at every call', async () => {
  const ada = await aUser()
  const { body: view } = await ada.save()
  const statuses = async ({
    client,
    save,
    show,
    remove,
  }: Omit<Awaited<ReturnType<typeof aUser>>, 'user'>) => [
    (await client.get('/company_views')).status,
    (await show(view.id)).status,
    (await save()).status,
    (await remove(view.id)).status,
  ]
  for (const role of ['Owner', 'Manager', 'Driver', 'Super Admin'] as const)
    expect(await statuses(await aUser([role]))).toEqual([403, 403, 403, 403])
  const onlyUser = await server.build.user(company.fleet, { roles: ['FMC'] })
  expect(await statuses(callsOf(await server.as(onlyUser)))).toEqual([403, 403, 403, 403])
  expect(await ada.views()).toEqual([view])
})

it('a user who moves to another company leaves their views there', async () => {
  const ada = await aUser()
  const { body: view } = await ada.save()
  const next = await aCompany()
  await server.db.query(
    sql`update users set affiliation_id = ${next.affiliationId}, fleet_id = ${next.fleet.id} where id = ${ada.user.id}`,
  )
  const moved = callsOf(await server.as({ ...ada.user, fleetId: next.fleet.id }))
  expect(await moved.views()).toEqual([])
  expect((await moved.remove(view.id)).status).toBe(404)
  expect((await (await aUser()).show(view.id)).status).toBe(200)
})

it('a list of the company has one default view, a name once, and a limited number', async () => {
  const ada = await aUser()
  await ada.save({ is_default: true })
  expect((await ada.save({ name: 'EAST' })).body.fields).toEqual({ name: ['view_name_taken'] })
  expect((await ada.save({ list: 'fmc_users', state: { q: 'lee' }, is_default: true })).status).toBe(200)
  await ada.save({ name: 'West', is_default: true })
  const ofFleets = (await ada.views()).filter((view: { list: string }) => view.list === 'fmc_fleets')
  expect(ofFleets.map((view: { is_default: boolean }) => view.is_default)).toEqual([false, true])
  for (let nth = 3; nth < VIEWS_MAX; nth++) await ada.save({ name: `View ${nth}` })
  const responses = await Promise.all(['a', 'b', 'c'].map((name) => ada.save({ name })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422])
})

it('each list of the company keeps its own parameters', async () => {
  const ada = await aUser()
  const stateOf = async (list: string, state: object) => (await ada.save({ list, state })).body.state
  const foreign = { department: '12', show: 'past_due' }
  const orders = { q: 'van', fleet: '3', due: 'past_due', sort: '-cost', hide: 'vin', density: 'standard' }
  expect(await stateOf('fmc_orders', { ...orders, ...foreign })).toEqual(orders)
  const users = { q: 'lee', sort: 'email', size: '50' }
  expect(await stateOf('fmc_users', { ...users, ...foreign })).toEqual(users)
  const transactions = { from: '2026-01-01', to: '2026-01-31', fleet: '3', fits: '1' }
  expect(await stateOf('fmc_transactions', { ...transactions, ...foreign })).toEqual(transactions)
  expect((await ada.save({ state: { script: 'x' } })).body.fields).toHaveProperty('state')
})
