import { afterEach, describe, expect, it } from 'vitest'
import type { Offline } from '#src/offline/offline.ts'
import type { Transport, TransportResponse } from '#src/offline/transport/transport.ts'
import { aHistory, aPhone, drain, openApp } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

const opened: Offline[] = []
afterEach(() => {
  for (const app of opened.splice(0)) app.close()
})

/** An entry that the server has, whose response was lost. `comeBack`: attempts get the stored response. */
async function anEntryWithoutResponse(isDeleted?: 'true' | 'false') {
  const server = inProcessServer(() => 'ok')
  let stored: TransportResponse | null = null
  let isBack = false
  const transport: Transport = async (...request) => {
    if (!stored) stored = (await server.transport(...request)) as TransportResponse
    else if (isBack) {
      const { header } = stored
      const again = { 'idempotency-replayed': 'true', ...(isDeleted && { 'x-wheelbook-deleted': isDeleted }) }
      return { ...stored, header: (name) => new Headers(again).get(name) ?? header(name) }
    }
    return 'network'
  }
  const app = await openApp(aPhone(), { transport, fetch: server.fetch })
  opened.push(app)
  await app.cache.refresh()
  await new Promise((resolve) => setTimeout(resolve, 5))
  const entry = aHistory()
  await app.outbox.enqueue(entry)
  app.outbox.start()
  await expect.poll(() => stored).not.toBeNull()
  const comeBack = async () => {
    isBack = true
    await app.outbox.retry()
    expect(await drain(app.outbox)).toBe('empty')
  }
  return { app, entry, world: server.world, comeBack }
}

describe('a repeated response to an entry (docs/offline.md#reads)', () => {
  it('does not bring back an entry whose deletion was pulled before', async () => {
    const { app, entry, world, comeBack } = await anEntryWithoutResponse()
    const deletion = { key: null, method: 'DELETE', noun: 'manual_history', id: entry.id } as const
    expect(world.apply({ ...deletion, ifMatch: '"1"', fields: {}, fingerprint: '' }).status).toBe(200)
    expect(await app.cache.refresh()).toBe('fresh')
    await comeBack()
    expect(await app.cache.history(entry.id).current()).toBeUndefined()
  })

  it('shows the entry at once if the server says that it still exists, whatever was pulled since', async () => {
    const { app, entry, world, comeBack } = await anEntryWithoutResponse('false')
    // Makes the pull lack the entry, as when the server withholds it because another write is open.
    const withheld = world.apply({
      key: null,
      method: 'DELETE',
      noun: 'manual_history',
      id: entry.id,
      ifMatch: '"1"',
      fields: {},
      fingerprint: '',
    })
    expect(withheld.status).toBe(200)
    expect(await app.cache.refresh()).toBe('fresh')
    await comeBack()
    expect(await app.cache.history(entry.id).current()).toMatchObject({ row: { id: entry.id } })
  })

  it('does not show an entry that was deleted since, by what the server says', async () => {
    const { app, entry, comeBack } = await anEntryWithoutResponse('true')
    await comeBack()
    expect(await app.cache.history(entry.id).current()).toBeUndefined()
  })

  it('shows the entry at once if nothing was pulled since', async () => {
    const { app, entry, comeBack } = await anEntryWithoutResponse()
    await comeBack()
    expect(await app.cache.history(entry.id).current()).toMatchObject({ row: { id: entry.id } })
  })
})
