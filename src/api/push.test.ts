import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '#src/api/link.ts'
import { openPush } from './push.ts'

/** The last socket that the app opened. */
let socket: FakeSocket | undefined

class FakeSocket {
  onmessage?: (event: { data: string }) => void
  constructor() {
    socket = this
  }
  send() {}
  close() {}
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('location', { origin: 'http://fleet.example' })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('document', { getElementById: () => ({ textContent: '{"key":"wheelbook"}' }) })
  vi.stubGlobal('fetch', async () =>
    Response.json({ ticket: 'abc' }, { status: 201, headers: { 'x-wheelbook-api': '1' } }),
  )
  vi.stubGlobal('WebSocket', FakeSocket)
})
afterEach(() => {
  socket = undefined
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('changes between the first pull and the opening of the channel are pulled, once', async () => {
  const onChanged = vi.fn(async () => {})
  const push = openPush({ userId: 7, onChanged })
  await vi.advanceTimersByTimeAsync(100)
  expect(onChanged).not.toHaveBeenCalled()
  socket?.onmessage?.({ data: '{"type":"ready"}' })
  await vi.advanceTimersByTimeAsync(5000)
  expect(onChanged).toHaveBeenCalledTimes(1)
  push.close()
})
