import { describe, expect, it } from 'vitest'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import type { Transport } from '#src/offline/transport/transport.ts'
import { aHistory, aPdf, aPhone, drain, openApp, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'
import { simulatedClock } from './simulated-clock.ts'

async function refusedEntries() {
  const phone = aPhone()
  const server = inProcessServer(() => 'ok')
  server.goneVehicles.add(5)
  const parts = { transport: server.transport, fetch: server.fetch }
  const opened = await openPage(phone, parts)
  for (let i = 0; i < 3; i++) await opened.outbox.enqueue(aHistory({ odometer: 48_000 + i }, [aPdf()]))
  opened.outbox.start()
  await expect.poll(async () => (await opened.outbox.status.current()).needsYou).toBe(3)
  return { ...opened, phone, parts, server }
}

/** An entry that the server rejected with this status. */
async function rejectedEntry(status: number, code: string) {
  let sent = 0
  const transport: Transport = async ({ headers }) => {
    sent++
    const own: Record<string, string> = {
      'content-type': 'application/json',
      'x-wheelbook-api': '1',
      'x-wheelbook-op': headers['Idempotency-Key'] ?? '',
    }
    return { status, text: JSON.stringify({ code }), header: (name) => own[name.toLowerCase()] ?? null }
  }
  const opened = await openPage(aPhone(), { transport })
  await opened.outbox.enqueue(aHistory())
  opened.outbox.start()
  await expect.poll(async () => (await opened.outbox.status.current()).needsYou).toBe(1)
  return { ...opened, sent: () => sent }
}

const VAN: Vehicle = {
  id: 5,
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
  name_of_vehicle: 'Van 5',
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

describe('entries of a vehicle that was removed (row 24)', () => {
  it('are sent automatically, once each with their files, when the vehicle is back in the list', async () => {
    const { outbox, server } = await refusedEntries()
    await outbox.updateVisibleVehicles(new Set([9]))
    expect((await outbox.status.current()).needsYou).toBe(3)
    server.goneVehicles.delete(5)
    // Two tabs detect it at once.
    await Promise.all([
      outbox.updateVisibleVehicles(new Set([5, 9])),
      outbox.updateVisibleVehicles(new Set([5, 9])),
    ])
    await drain(outbox)
    expect(await outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
    expect(server.world.effects()).toBe(3)
    outbox.close()
  })

  it('make the phone refresh soon, so that it records the missing vehicle', async () => {
    const server = inProcessServer(() => 'ok')
    server.goneVehicles.add(5)
    let pulls = 0
    const fetchFn: typeof fetch = (input, init) => {
      if (String(input).includes('/sync?')) pulls++
      return server.fetch(input, init)
    }
    const app = await openApp(aPhone(), { transport: server.transport, fetch: fetchFn })
    app.start()
    await expect.poll(() => pulls).toBeGreaterThan(0)
    await app.outbox.enqueue(aHistory())
    await expect.poll(async () => (await app.outbox.status.current()).needsYou).toBe(1)
    const before = pulls
    await expect.poll(() => pulls, { timeout: 4000 }).toBeGreaterThan(before)
    app.close()
  })

  it('do not make the phone refresh twice at the next start', async () => {
    const { outbox, phone, parts } = await refusedEntries()
    outbox.close()
    let pulls = 0
    const fetchFn: typeof fetch = (input, init) => {
      if (String(input).includes('/sync?')) pulls++
      return parts.fetch(input, init)
    }
    const clock = simulatedClock(Date.now())
    const app = await openApp(phone, { ...parts, fetch: fetchFn, clock })
    app.start()
    await expect.poll(() => app.lastRefresh.value()).toBe('fresh')
    const before = pulls
    // Enough for the rejections to be read.
    await new Promise((resolve) => setTimeout(resolve, 200))
    clock.advance(3_000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(pulls).toBe(before)
    app.close()
  })

  it('are sent after a restart too, and a rejection with the vehicle in the list is never repeated', async () => {
    const { outbox, phone, parts, server } = await refusedEntries()
    // The list still has the vehicle: this does not indicate its return.
    await outbox.updateVisibleVehicles(new Set([5]))
    expect((await outbox.status.current()).needsYou).toBe(3)
    await outbox.updateVisibleVehicles(new Set())
    outbox.close()
    const again = await openPage(phone, parts)
    again.outbox.start()
    const tried = server.keys.length
    await again.outbox.updateVisibleVehicles(new Set([5]))
    // Refused again: once more each, and then the user must decide.
    await expect.poll(() => server.keys.length).toBe(tried + 3)
    await expect.poll(async () => (await again.outbox.status.current()).needsYou).toBe(3)
    await again.outbox.updateVisibleVehicles(new Set([5]))
    expect((await again.outbox.status.current()).needsYou).toBe(3)
    expect(server.keys.length).toBe(tried + 3)
    again.outbox.close()
  })

  it('are sent once more if the vehicle was back before a refresh could find it missing', async () => {
    const { outbox, server } = await refusedEntries()
    const tried = server.keys.length
    server.goneVehicles.delete(5)
    // This list is from before the rejections.
    await outbox.updateVisibleVehicles(new Set([5]), Date.now() - 60_000)
    expect((await outbox.status.current()).needsYou).toBe(3)
    const loadedAt = Date.now() + 1
    await Promise.all([
      outbox.updateVisibleVehicles(new Set([5]), loadedAt),
      outbox.updateVisibleVehicles(new Set([5]), loadedAt),
    ])
    await drain(outbox)
    expect(await outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
    expect(server.world.effects()).toBe(3)
    expect(server.keys.length).toBe(tried + 6)
    outbox.close()
  })

  it('are left to the user if they are rejected again although the vehicle is there', async () => {
    const { outbox, phone, parts, server } = await refusedEntries()
    const tried = server.keys.length
    const retried = async (page: typeof outbox) => {
      await page.updateVisibleVehicles(new Set([5]), Date.now() + 1)
      await expect.poll(async () => (await page.status.current()).needsYou).toBe(3)
      return server.keys.length - tried
    }
    await retried(outbox)
    await expect.poll(() => server.keys.length).toBe(tried + 3)
    expect(await retried(outbox)).toBe(3)
    outbox.close()
    const again = await openPage(phone, parts)
    again.outbox.start()
    expect(await retried(again.outbox)).toBe(3)
    // A retry by the user does not allow another automatic one.
    for (const { opId } of await again.outbox.entries.current()) await again.outbox.retry(opId)
    await expect.poll(() => server.keys.length).toBe(tried + 6)
    expect(await retried(again.outbox)).toBe(6)
    again.outbox.close()
  })

  it('are left to the user if the server rejected them for another reason than a missing row', async () => {
    const { outbox, sent } = await rejectedEntry(410, 'gone')
    await outbox.updateVisibleVehicles(new Set([5]), Date.now() + 1)
    expect(sent()).toBe(1)
    expect((await outbox.status.current()).needsYou).toBe(1)
    outbox.close()
  })

  it('are sent by the app itself after a deletion that was undone at once', async () => {
    const server = inProcessServer(() => 'ok')
    server.goneVehicles.add(5)
    const vehicle = { type: 'vehicle', id: '5', data: VAN }
    const fetchFn: typeof fetch = async (input, init) =>
      String(input).includes('/sync?')
        ? new Response(JSON.stringify({ changes: [vehicle], next: 'a', hasMore: false, missing: [] }), {
            headers: { 'x-wheelbook-api': '1', 'content-type': 'application/json' },
          })
        : server.fetch(input, init)
    const app = await openApp(aPhone(), { transport: server.transport, fetch: fetchFn })
    app.start()
    await expect.poll(() => app.lastRefresh.value()).toBe('fresh')
    await app.outbox.enqueue(aHistory())
    await expect.poll(async () => (await app.outbox.status.current()).needsYou).toBe(1)
    server.goneVehicles.delete(5)
    await expect.poll(() => server.world.effects(), { timeout: 6000 }).toBe(1)
    await expect.poll(() => app.outbox.unsentCount()).toEqual({ entries: 0, files: 0 })
    app.close()
  })
})
