import { afterEach, describe, expect, it, vi } from 'vitest'
import { drawFault } from '#tests/offline/fault-plan.ts'
import { createFaultServer, type FaultServer, type FaultServerOptions } from '#tests/offline/fault-server.ts'

// Tests of the server that the offline tests rely on.

let server: FaultServer
const start = async (options: FaultServerOptions = {}) => {
  server = await createFaultServer(options)
}
afterEach(() => server.close())

const anEntry = { id: '01990000-0000-7000-8000-000000000001', vehicle_id: 5, odometer: 100 }
const post = (key: string, init: RequestInit = {}) =>
  fetch(`${server.origin}/api/v4/manual_maintenance_histories`, {
    method: 'POST',
    headers: { 'Idempotency-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(anEntry),
    ...init,
  })

describe('fault server', () => {
  it('stores nothing when the client disconnects before its body is complete', async () => {
    await start({ uplinkMs: [1_500, 1_500] })
    const dying = new AbortController()
    const sent = post('a', { signal: dying.signal }).catch(() => 'dead')
    await vi.waitFor(() => expect(server.ledger.requests).toHaveLength(1), 5_000)
    dying.abort()
    expect(await sent).toBe('dead')
    await vi.waitFor(() => expect(server.ledger.requests.map(({ ended }) => ended)).toEqual(['lost']), 5_000)
    expect(server.world.effects()).toBe(0)
  })

  it('completes a request whose response is lost, and does not repeat it on a retry', async () => {
    await start()
    server.once('lostAck')
    await expect(post('a')).rejects.toThrow()
    const response = await post('a')
    expect(response.status).toBe(201)
    expect(response.headers.get('X-Wheelbook-Op')).toBe('a')
    expect(server.ledger.executions('a')).toBe(2)
    expect(server.world.effects()).toBe(1)
  })

  it('counts every execution as an effect when deduplication is off', async () => {
    await start({ dedup: false })
    await post('a')
    await post('a')
    expect(server.world.effects()).toBe(2)
  })

  it('refuses different content under a known key or id', async () => {
    await start()
    await post('a')
    const other = JSON.stringify({ ...anEntry, odometer: 200 })
    expect((await post('a', { body: other })).status).toBe(422)
    expect((await post('b', { body: other })).status).toBe(409)
    expect((await post('c')).status).toBe(200)
    expect(server.world.effects()).toBe(1)
  })

  it('returns a portal page without the header of our server', async () => {
    await start()
    server.once('portal')
    const response = await post('a')
    expect([response.status, response.headers.get('X-Wheelbook-Api')]).toEqual([200, null])
    expect(server.world.effects()).toBe(0)
  })

  it('injects the same fault for the same attempt, regardless of earlier requests', () => {
    const mix = { '503': 0.1, '401': 0.1, portal: 0.1 }
    const draw = (index: number, seed = 1) =>
      drawFault(seed, mix, { method: 'POST', path: '/', key: `key-${index}`, id: null, attempt: 1 })
    const faults = Array.from({ length: 2000 }, (_, index) => draw(index))
    const again = Array.from({ length: 2000 }, (_, index) => draw(1999 - index)).reverse()
    expect(again).toEqual(faults)
    const share = faults.filter((fault) => fault !== 'ok').length / faults.length
    expect(share).toBeCloseTo(0.3, 1)
  })
})
