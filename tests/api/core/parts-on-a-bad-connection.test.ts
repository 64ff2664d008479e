// The app's sender against the real server over a connection that breaks (docs/offline.md row 28, OFF-013).
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SENT_PART_BYTES } from '#domain/core/limits.ts'
import { newId } from '#src/offline/model/ids.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { openSlowConnection, type SlowConnection } from '#tests/support/slow-connection.ts'
import { aHistory, aPhone, drain, openPage } from '#tests/unit/offline/device.ts'

let server: TestServer
let line: SlowConnection
beforeAll(async () => {
  server = await startTestServer()
  line = await openSlowConnection(server.url, { bitsPerSecond: 16_000_000, roundTripMs: 10 })
})
afterAll(async () => {
  await line.close()
  await server.stop()
})

it('uploads a photo of 5 MB through five disconnects, byte for byte, resending at most one part for each', async () => {
  const fleet = await server.build.fleet()
  const vehicle = await server.build.vehicle(fleet)
  const service = await server.build.service()
  const user = await server.build.user(fleet)
  const cookie = `authentication_token=${await server.build.session(user)}`
  const signedIn: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as Record<string, string>), cookie } })
  const bytes = Buffer.concat([
    Buffer.from('%PDF-1.4\n<<>>stream\n'),
    randomBytes(4_900_000),
    Buffer.from('\nendstream\n%%EOF\n'),
  ])
  const file = {
    id: newId(),
    name: 'large.pdf',
    type: 'application/pdf' as const,
    bytes: new Uint8Array(bytes).buffer,
  }
  const scope = { tenantId: fleet.id, userId: user.id }
  const { outbox } = await openPage(aPhone(), { ...scope, baseUrl: line.origin, fetch: signedIn })
  const fields = {
    vehicle_id: vehicle.id,
    vehicle_services: [{ service_definition_id: service.id, price: '129.95' }],
  }
  await outbox.enqueue(aHistory(fields, [file]))
  outbox.start()
  const cuts = [600_000, 200_000, 1_000_000, 50_000, 1_500_000]
  for (const [nth, more] of cuts.entries()) {
    line.cutAfter(more)
    await expect.poll(() => line.cuts(), { interval: 5 }).toBe(nth + 1)
  }
  expect(await drain(outbox, 'empty', 20_000)).toBe('empty')
  outbox.close()
  expect(line.up()).toBeLessThanOrEqual(bytes.length + cuts.length * SENT_PART_BYTES + 40_000)
  const opened = await server.client({ cookie }).get(`/maintenance_documents/${file.id}`)
  expect(Buffer.from(opened.body).equals(bytes)).toBe(true)
})
