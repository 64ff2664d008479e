import { expect, it, onTestFinished } from 'vitest'
import { readMeta } from '#src/offline/storage/meta.ts'
import type { Transport, TransportResponse } from '#src/offline/transport/transport.ts'
import { aHistory, aPhone, drain, openPage } from './device.ts'
import { inProcessServer } from './in-process-server.ts'

const UNAUTHORIZED: TransportResponse = {
  status: 401,
  text: JSON.stringify({ code: 'not_signed_in' }),
  header: (name) => {
    const headers = { 'content-type': 'application/problem+json', 'x-wheelbook-api': '1' }
    return Reflect.get(headers, name.toLowerCase()) ?? null
  },
}

/** An entry whose first attempt waits for `respond`. */
async function anEntryInFlight() {
  const server = inProcessServer(() => 'ok')
  const first = Promise.withResolvers<TransportResponse>()
  let attempts = 0
  const transport: Transport = (...request) =>
    ++attempts === 1 ? first.promise : server.transport(...request)
  const opened = await openPage(aPhone(), { transport, fetch: server.fetch })
  onTestFinished(() => opened.close())
  await opened.outbox.enqueue(aHistory())
  opened.outbox.start()
  await expect.poll(() => attempts).toBe(1)
  return { ...opened, world: server.world, respond: first.resolve }
}

it('sends an entry again at once after a 401 to a request from before the sign-in (row 17, OFF-041)', async () => {
  const { outbox, store, world, respond } = await anEntryInFlight()
  const resumes = () => readMeta(store.db, 'resumes')
  const before = await resumes()
  outbox.start()
  await expect.poll(resumes).toBe(before + 1)
  respond(UNAUTHORIZED)
  expect(await drain(outbox)).toBe('empty')
  expect(world.effects()).toBe(1)
  expect((await outbox.status.current()).pausedFor).toBeNull()
})

it('pauses after a 401 to a request from after the sign-in (row 17, OFF-041)', async () => {
  const { outbox, world, respond } = await anEntryInFlight()
  respond(UNAUTHORIZED)
  expect(await drain(outbox, 'auth')).toBe('auth')
  expect(world.effects()).toBe(0)
  expect((await outbox.status.current()).pausedFor).toBe('auth')
})
