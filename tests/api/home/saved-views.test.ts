// Saved views of lists, and their links (decision 71).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { VIEWS_MAX } from '#domain/core/limits.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let fleet: { id: number }
beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
})
afterAll(() => server.stop())

async function aUser(roles: 'Owner' | 'Driver' = 'Owner', of: { id: number } = fleet) {
  const user = await server.build.user(of, { roles: [roles] })
  const client = await server.as(user)
  const save = (given: object = {}, id: string = randomUUID()) =>
    client.put(
      `/saved_views/${id}`,
      { list: 'vehicles', name: 'Vans', state: { q: 'van' }, ...given },
      writeHeaders(randomUUID()),
    )
  const remove = (id: string) => client.delete(`/saved_views/${id}`, writeHeaders(randomUUID()))
  const names = async () =>
    (await client.get('/saved_views')).body.views.map((view: { name: string }) => view.name)
  return { user, client, save, remove, names }
}

it('a view keeps filter, sort order, columns and density, on every device of its user only', async () => {
  const ada = await aUser()
  const state = {
    show: 'past_due',
    order: '-odometer',
    department: '12',
    hide: 'vin,plate',
    density: 'standard',
  }
  const saved = await ada.save({ state, is_default: true })
  expect(saved).toMatchObject({
    status: 200,
    body: { name: 'Vans', list: 'vehicles', state, is_default: true },
  })
  const otherDevice = await server.as(ada.user)
  expect((await otherDevice.get('/saved_views')).body.views).toEqual([saved.body])
  expect(await (await aUser()).names()).toEqual([])
})

it('a view is replaced by its owner, and a deleted one comes back by saving it again', async () => {
  const ada = await aUser()
  const { body: view } = await ada.save()
  expect((await ada.save({ name: 'Old vans' }, view.id)).body).toMatchObject({
    id: view.id,
    name: 'Old vans',
  })
  expect((await ada.remove(view.id)).status).toBe(200)
  expect(await ada.names()).toEqual([])
  expect((await ada.remove(view.id)).status).toBe(404)
  expect((await ada.save({}, view.id)).status).toBe(200)
  expect(await ada.names()).toEqual(['Vans'])
})

it('a change of the filter keeps the name and default that another tab gave the view, and the reverse', async () => {
  const ada = await aUser()
  const { body: view } = await ada.save()
  const change = (given: object, id = view.id) =>
    ada.client.put(`/saved_views/${id}`, { list: 'vehicles', ...given }, writeHeaders(randomUUID()))
  await change({ name: 'Old vans', is_default: true })
  expect((await change({ state: { q: 'truck' } })).body).toEqual({
    id: view.id,
    list: 'vehicles',
    name: 'Old vans',
    state: { q: 'truck' },
    is_default: true,
  })
  expect((await change({ is_default: false })).body).toMatchObject({
    name: 'Old vans',
    state: { q: 'truck' },
  })
  expect((await change({ state: {} }, randomUUID())).status).toBe(404)
})

it('a link shows the view to every user of the fleet, who cannot change it', async () => {
  const ada = await aUser()
  const driver = await aUser('Driver')
  const { body: view } = await ada.save()
  const seen = await driver.client.get(`/saved_views/${view.id}`)
  expect(seen).toMatchObject({ status: 200, body: { state: { q: 'van' }, owner_sees_all: true } })
  expect(seen.body.owner.id).toBe(ada.user.id)
  expect((await driver.save({ name: 'Mine now' }, view.id)).status).toBe(404)
  expect((await driver.remove(view.id)).status).toBe(404)
  expect(await ada.names()).toEqual(['Vans'])
  expect((await driver.save()).status).toBe(200)
})

it('a user of another fleet does not learn that the view exists', async () => {
  const { body: view } = await (await aUser()).save()
  const stranger = await aUser('Owner', await server.build.fleet())
  expect((await stranger.client.get(`/saved_views/${view.id}`)).status).toBe(404)
  expect((await stranger.save({}, view.id)).status).toBe(404)
  expect((await stranger.remove(view.id)).status).toBe(404)
})

it('a list has one default view, and a name once, regardless of its case', async () => {
  const ada = await aUser()
  const first = (await ada.save({ is_default: true })).body
  expect((await ada.save({ name: 'VANS' })).body.fields).toEqual({ name: ['view_name_taken'] })
  expect((await ada.save({ list: 'due', state: { due: 'past_due' } })).status).toBe(200)
  await ada.save({ name: 'Trucks', is_default: true })
  const { views } = (await ada.client.get('/saved_views')).body
  expect(views.find((view: { id: string }) => view.id === first.id).is_default).toBe(false)
  expect(views.filter((view: { is_default: boolean }) => view.is_default)).toHaveLength(1)
})

it('what is no parameter of a list is refused, and what belongs to another list is left out', async () => {
  const ada = await aUser()
  expect((await ada.save({ state: { script: 'x' } })).body.fields).toHaveProperty('state')
  expect((await ada.save({ state: { q: 'x'.repeat(1001) } })).status).toBe(422)
  expect((await ada.save({ name: ' ' })).body.fields).toEqual({ name: ['required'] })
  expect((await ada.save({ list: 'shops' })).status).toBe(422)
  expect((await ada.save({ list: 'due', state: { due: 'past_due', q: 'x' } })).body.state).toEqual({
    due: 'past_due',
  })
})

it('a user has a limited number of views, also when many are saved at once', async () => {
  const ada = await aUser()
  for (let nth = 1; nth < VIEWS_MAX; nth++) await ada.save({ name: `View ${nth}` })
  const responses = await Promise.all(['a', 'b', 'c'].map((name) => ada.save({ name })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  expect(await ada.names()).toHaveLength(VIEWS_MAX)
})

it('the same save sent twice is one view', async () => {
  const ada = await aUser()
  const id = randomUUID()
  const body = { list: 'vehicles', name: 'Twice', state: {} }
  const headers = writeHeaders(randomUUID())
  const [a, b] = [
    await ada.client.put(`/saved_views/${id}`, body, headers),
    await ada.client.put(`/saved_views/${id}`, body, headers),
  ]
  expect([a.status, b.status]).toEqual([200, 200])
  expect(await ada.names()).toEqual(['Twice'])
})
