import { afterEach, expect, it } from 'vitest'
import type { Offline } from '#src/offline/offline.ts'
import type { Transport } from '#src/offline/transport/transport.ts'
import { aHistory, aPdf, aPhone, drain, historyFields, openApp } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

const opened: Offline[] = []
afterEach(() => {
  for (const app of opened.splice(0)) app.close()
})

/** A phone whose files wait for `release`, with what it sent and pulled in order. */
async function aPhoneWithSlowFiles() {
  const server = inProcessServer(() => 'ok')
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const order: string[] = []
  const transport: Transport = async (outgoing, signal) => {
    const isFile = outgoing.url.includes('_documents/')
    order.push(isFile ? 'file' : 'entry')
    if (isFile) await promise
    return server.transport(outgoing, signal)
  }
  const fetchFn = async (input: string, init?: RequestInit) => {
    if (new URL(input).pathname.endsWith('/sync')) order.push('pull')
    return server.fetch(input, init)
  }
  const app = await openApp(aPhone(), { transport, fetch: fetchFn as typeof fetch })
  opened.push(app)
  return { app, server, order, release }
}

it('changes are pulled while files are being sent, after all entries that can be sent', async () => {
  const { app, server, order, release } = await aPhoneWithSlowFiles()
  const entry = aHistory({}, [aPdf('one.pdf'), aPdf('two.pdf')])
  await app.outbox.enqueue(entry)
  app.outbox.start()
  await expect.poll(() => order).toEqual(['entry', 'file'])
  expect(await app.cache.refresh()).toBe('fresh')
  expect(order).toEqual(['entry', 'file', 'pull'])

  await app.outbox.enqueue(aHistory())
  expect(await app.cache.refresh()).toBe('fresh')
  expect(order).toEqual(['entry', 'file', 'pull', 'entry', 'pull'])

  release()
  await drain(app.outbox)
  await app.cache.refresh()
  const [, localRow] = (await app.cache.histories.current()).toSorted(
    (a, b) => a.row.maintenance_documents.length - b.row.maintenance_documents.length,
  )
  expect(localRow).toMatchObject({ waiting: null, row: { id: entry.id, attachments_missing: 0 } })
  expect(server.world.effects()).toBe(2)
})

it('changes are pulled after an edit that was merged with another user’s edit is sent', async () => {
  const { app, server, order } = await aPhoneWithSlowFiles()
  const entry = aHistory({ po_number: 'one' })
  await app.outbox.enqueue(entry)
  app.outbox.start()
  await drain(app.outbox)
  await app.cache.refresh()
  const localRow = await app.cache.history(entry.id).current()
  if (!localRow) throw new Error('The entry is not here')
  server.editedByOther(entry.id, { customer_comments: 'Brake noise' })
  order.length = 0
  await app.outbox.enqueue({
    kind: 'history.update',
    id: entry.id,
    basis: localRow.basis,
    files: [],
    removedFileIds: [],
    payload: historyFields({ po_number: 'two' }),
  })
  expect(await app.cache.refresh()).toBe('fresh')
  expect(order).toEqual(['entry', 'entry', 'pull'])
  expect(await app.outbox.pendingCount()).toBe(0)
})
