import { afterEach, describe, expect, it } from 'vitest'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import type { Offline, OfflineParts } from '#src/offline/offline.ts'
import type { Transport } from '#src/offline/transport/transport.ts'
import { aHistory, aPhone, drain, historyFields, openApp, type PageSetup } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

const opened: Offline[] = []
afterEach(() => {
  for (const app of opened.splice(0)) app.close()
})

const headers = { 'x-wheelbook-api': '1', 'content-type': 'application/json' }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status, headers })

const vehicle = (id: number, name = `Van ${id}`) => {
  const data: Vehicle = {
    id,
    vin: null,
    year: 2020,
    make: 'Ford',
    model: 'Transit',
    sub_model: null,
    engine: null,
    license_plate_number: null,
    license_plate_state: null,
    license_plate_expiration: null,
    other_id: null,
    department_number: null,
    name_of_vehicle: name,
    odometer: null,
    odometer_units: 'mi',
    miles: null,
    kilometers: null,
    cost_per_mile: null,
    ytd_maintenance_cost: '0.00',
    is_active: true,
    fleetcor_enrolled: false,
    vehicle_type_id: 'light',
    last_maintenance_date: null,
    last_maintenance_miles: null,
    driver_names: [],
    dashboard_mobile_url: null,
    geotab_device_id: null,
    rev: 1,
  }
  return { type: 'vehicle', id: String(id), data }
}

const history = (row: ManualHistory) => ({ type: 'manual_history', id: row.id, data: row })

type Page = { changes: unknown[]; next: string; hasMore?: boolean; withheld?: boolean }
type Pulled = Page | 'resync' | 'no signal' | (() => Promise<Page>)

const RESYNC = 'resync'
const NO_SIGNAL = 'no signal'

/** A server that gives these pages in turn, and then no signal. */
function aServer(...pages: Pulled[]) {
  const server = inProcessServer(() => 'ok')
  const cursors: (string | null)[] = []
  const fetchFn = async (input: string, init?: RequestInit) => {
    const url = new URL(input)
    if (!url.pathname.endsWith('/sync')) return server.fetch(input, init)
    const next = pages.shift() ?? NO_SIGNAL
    if (next === NO_SIGNAL) throw new TypeError('no network')
    cursors.push(url.searchParams.get('cursor'))
    if (next === RESYNC) return json({ code: 'resync' }, 410)
    const page = typeof next === 'function' ? await next() : next
    return json({ hasMore: false, ...page })
  }
  return { ...server, pages, cursors, fetch: fetchFn as typeof fetch }
}

async function anApp(server: { fetch: typeof fetch; transport: Transport }, phone = aPhone()) {
  const setup: PageSetup & OfflineParts = { fetch: server.fetch, transport: server.transport }
  const app = await openApp(phone, setup)
  opened.push(app)
  return app
}

const vehiclesOf = async (app: Offline) => (await app.cache.vehicles.current()).map((row) => row.id)
const poNumbersOf = async (app: Offline) =>
  (await app.cache.histories.current()).map(({ row }) => row.po_number)

/** Saves an entry and sends it. */
async function sent(app: Offline, po_number: string) {
  const entry = aHistory({ po_number })
  await app.outbox.enqueue(entry)
  app.outbox.start()
  await drain(app.outbox)
  await app.outbox.stop()
  const row = (await app.cache.history(entry.id).current())?.row
  if (!row) throw new Error('The entry is not stored')
  return row
}

describe('copies that the server asks to load again (410)', () => {
  it('stay while there is no signal for the new ones', async () => {
    const server = aServer({ changes: [vehicle(5), vehicle(6)], next: 'old' }, RESYNC, NO_SIGNAL)
    const app = await anApp(server)
    await app.cache.refresh()
    const loadedAt = await app.cache.lastLoadedAt.current()
    expect(await app.cache.refresh()).toBe('offline')
    expect(await vehiclesOf(app)).toEqual([5, 6])
    expect(await app.cache.lastLoadedAt.current()).toBe(loadedAt)
    server.pages.push({ changes: [vehicle(6)], next: 'new' })
    expect(await app.cache.refresh()).toBe('fresh')
    expect(await vehiclesOf(app)).toEqual([6])
    expect(server.cursors).toEqual([null, 'old', null])
  })

  it('stay when the connection is lost between pages; the rest is received after a restart', async () => {
    const phone = aPhone()
    const server = aServer(
      { changes: [vehicle(5), vehicle(6), vehicle(7)], next: 'old' },
      RESYNC,
      { changes: [vehicle(6, 'Truck')], next: 'half', hasMore: true },
      NO_SIGNAL,
    )
    const app = await anApp(server, phone)
    await app.cache.refresh()
    await sent(app, 'PO-1')
    expect(await app.cache.refresh()).toBe('offline')
    expect(await vehiclesOf(app)).toEqual([5, 6, 7])
    expect((await app.cache.vehicle(6).current())?.name_of_vehicle).toBe('Truck')
    expect(await poNumbersOf(app)).toEqual(['PO-1'])
    app.close()

    const again = await anApp(server, phone)
    server.pages.push({ changes: [vehicle(8)], next: 'new' })
    expect(await again.cache.refresh()).toBe('fresh')
    expect(await vehiclesOf(again)).toEqual([6, 8])
    // The server no longer shows the vehicle of the entry.
    expect(await poNumbersOf(again)).toEqual([])
    expect(server.cursors).toEqual([null, 'old', null, 'half'])

    // Later pulls delete only what the server names.
    server.pages.push({ changes: [vehicle(9)], next: 'newer' })
    expect(await again.cache.refresh()).toBe('fresh')
    expect(await vehiclesOf(again)).toEqual([6, 8, 9])
  })

  it('are compared from the beginning if the server asks again in between', async () => {
    const server = aServer(
      { changes: [vehicle(5), vehicle(6), vehicle(7)], next: 'old' },
      RESYNC,
      { changes: [vehicle(5), vehicle(6)], next: 'half', hasMore: true },
      RESYNC,
    )
    const app = await anApp(server)
    await app.cache.refresh()
    expect(await app.cache.refresh()).toBe('failed')
    expect(await vehiclesOf(app)).toEqual([5, 6, 7])
    server.pages.push(RESYNC, { changes: [vehicle(6)], next: 'new' })
    expect(await app.cache.refresh()).toBe('fresh')
    expect(await vehiclesOf(app)).toEqual([6])
  })

  it('are loaded again once by two tabs', async () => {
    const phone = aPhone()
    const late = Promise.withResolvers<Page>()
    const one = aServer({ changes: [vehicle(5), vehicle(6)], next: 'old' }, RESYNC, () => late.promise)
    const two = aServer(RESYNC, { changes: [vehicle(6)], next: 'half', hasMore: true }, NO_SIGNAL)
    const [first, second] = [await anApp(one, phone), await anApp(two, phone)]
    await first.cache.refresh()
    const refreshed = first.cache.refresh()
    await expect.poll(() => one.cursors.length).toBe(3)
    expect(await second.cache.refresh()).toBe('offline')
    one.pages.push({ changes: [vehicle(7)], next: 'new' })
    late.resolve({ changes: [vehicle(6)], next: 'half', hasMore: true })
    expect(await refreshed).toBe('fresh')
    expect(await vehiclesOf(first)).toEqual([6, 7])
  })

  it('give way to earlier revisions of a restored server', async () => {
    const server = aServer({ changes: [vehicle(5)], next: 'old' })
    const app = await anApp(server)
    await app.cache.refresh()
    const row = await sent(app, 'PO-1')
    server.pages.push({ changes: [history({ ...row, rev: 4, po_number: 'PO-4' })], next: 'old 2' })
    await app.cache.refresh()
    expect(await poNumbersOf(app)).toEqual(['PO-4'])
    server.pages.push(RESYNC, {
      changes: [vehicle(5), history({ ...row, rev: 2, po_number: 'PO-2' })],
      next: 'n',
    })
    await app.cache.refresh()
    expect(await poNumbersOf(app)).toEqual(['PO-2'])
  })

  it('include what was acknowledged meanwhile, and nothing older replaces it', async () => {
    const server = aServer({ changes: [vehicle(5)], next: 'old' })
    const app = await anApp(server)
    await app.cache.refresh()
    const row = await sent(app, 'PO-1')
    const slow = Promise.withResolvers<Page>()
    server.pages.push(RESYNC, () => slow.promise)
    const refreshed = app.cache.refresh()
    await expect.poll(() => server.cursors.length).toBe(3)
    await app.outbox.enqueue({
      kind: 'history.update',
      id: row.id,
      basis: { rev: 1, opId: null },
      payload: historyFields({ po_number: 'PO-2' }),
      files: [],
      removedFileIds: [],
    })
    await sent(app, 'PO-3')
    slow.resolve({ changes: [vehicle(5), history(row)], next: 'new' })
    expect(await refreshed).toBe('fresh')
    expect((await poNumbersOf(app)).toSorted()).toEqual(['PO-2', 'PO-3'])
  })

  it('stay while the server withholds changes: what it has not named may be among them', async () => {
    const server = aServer({ changes: [vehicle(5), vehicle(6), vehicle(7)], next: 'old' })
    const app = await anApp(server)
    await app.cache.refresh()
    const row = await sent(app, 'PO-1')
    await sent(app, 'PO-2')
    const loadedAt = await app.cache.lastLoadedAt.current()
    server.pages.push(RESYNC, { changes: [vehicle(5)], next: 'new', withheld: true })
    expect(await app.cache.refresh()).toBe('fresh')
    expect(await vehiclesOf(app)).toEqual([5, 6, 7])
    expect((await poNumbersOf(app)).toSorted()).toEqual(['PO-1', 'PO-2'])
    expect(await app.cache.lastLoadedAt.current()).toBe(loadedAt)
    server.pages.push({ changes: [vehicle(6), history(row)], next: 'newer' })
    expect(await app.cache.refresh()).toBe('fresh')
    expect(await vehiclesOf(app)).toEqual([5, 6])
    expect(await poNumbersOf(app)).toEqual(['PO-1'])
    expect(await app.cache.lastLoadedAt.current()).toBeGreaterThan(loadedAt ?? 0)
  })

  it('are gone after a sign-out in between, and nothing of them is deleted later', async () => {
    const server = aServer(
      { changes: [vehicle(5)], next: 'old' },
      RESYNC,
      { changes: [vehicle(5)], next: 'half', hasMore: true },
      NO_SIGNAL,
    )
    const app = await anApp(server)
    await app.cache.refresh()
    await app.cache.refresh()
    await app.cache.drop()
    expect(await vehiclesOf(app)).toEqual([])
    server.pages.push(
      { changes: [vehicle(6)], next: 'a', hasMore: true },
      { changes: [vehicle(7)], next: 'b' },
    )
    expect(await app.cache.refresh()).toBe('fresh')
    expect(await vehiclesOf(app)).toEqual([6, 7])
    expect(server.cursors.slice(3)).toEqual([null, 'a'])
  })
})
