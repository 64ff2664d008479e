import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { PushMessage } from '#contract/home/push.ts'
import { fileOf, manyRows, upload } from '#tests/support/bulk-files.ts'
import { closeChannels, listen } from '#tests/support/push-channel.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
/** Not the server that runs the upload: connections are spread over servers. */
let other: TestServer
beforeAll(async () => {
  server = await startTestServer()
  other = await startTestServer({ databaseUrl: server.databaseUrl })
})
afterAll(async () => {
  await other.stop()
  await server.stop()
})
afterEach(closeChannels)

const statesIn = (messages: readonly PushMessage[]) =>
  messages.flatMap((message) => (message.type === 'bulk_upsertion' ? [message.bulk_upsertion] : []))

it('VEH-068, API-026: sends progress and result to each device of the uploading user, and to no one else', async () => {
  const fleet = await server.build.fleet()
  const user = await server.build.user(fleet)
  const colleague = await server.build.user(fleet)
  const client = await server.as(user)
  const desk = await listen(server.url, { user, client })
  const phone = await listen(other.url, { user, client: await other.as(user) })
  const theirs = await listen(server.url, { user: colleague, client: await server.as(colleague) })

  const { body } = await upload(client, fileOf([...manyRows(2100), { name_of_vehicle: 'No VIN' }]))
  await server.services.bulkRun.run(body.id)

  const ended = (await client.get(`/vehicles/bulk_upsertions/${body.id}`)).body
  expect(ended).toMatchObject({ status: 'completed_with_errors', created: 2100, refused: 1 })
  for (const { messages } of [desk, phone])
    await vi.waitFor(() => {
      const states = statesIn(messages)
      // After at most 1,000 rows each; fewer if requests of another fleet were answered a moment ago.
      const done = states.map(({ rows_done }) => rows_done)
      expect(done).toEqual(done.toSorted((x, y) => x - y))
      for (const [n, rows] of done.entries()) expect(rows - (done[n - 1] ?? 0)).toBeLessThanOrEqual(1000)
      expect(new Set(states.map(({ rows_total }) => rows_total))).toEqual(new Set([2101]))
      // The last rows and the end are two messages. On a busy machine the first of them already contains the result.
      expect(done.slice(-2)).toEqual([2101, 2101])
      expect(new Set(states.slice(0, -2).map(({ status }) => status))).toEqual(new Set(['running']))
      expect(states.at(-1)).toEqual(ended)
    }, 10_000)
  // All devices of the fleet are notified that vehicles changed; only the uploading user gets the progress.
  await vi.waitFor(() => expect(theirs.messages).toContainEqual({ type: 'changed' }), 10_000)
  expect(statesIn(theirs.messages)).toEqual([])
})
