// Files over an unstable connection, in a real Chromium (OFF-013, docs/offline.md row 28).
import { SENT_PART_BYTES } from '#domain/core/limits.ts'
import { openSlowConnection } from '#tests/support/slow-connection.ts'
import { freshProfile } from '#tools/bench/outbox/chromium-profile.ts'
import { expect, expectAllDelivered, openApp, saveOffline, test, untilSent } from './harness/fixtures.ts'

const SIZE = 4_900_000
/** Size of a request apart from its body. */
const HEADS = 40_000
/** Numbers of further bytes after which the connection breaks: in a part, between parts, early and late. */
const CUTS = [700_000, 300_000, 1_200_000, 90_000, 1_500_000]

test('sends at most one part again for each break of the connection: 5 MB, cut five times [28]', async ({
  context,
  server,
}) => {
  const line = await openSlowConnection(server.origin, { bitsPerSecond: 8_000_000, roundTripMs: 20 })
  const page = await openApp(context, line, 'no-worker')
  const saved = await saveOffline(page, server, 1, { fileSizes: [SIZE] })
  const before = line.up()
  await page.evaluate(() => window.harness?.sendNow())
  await expect.poll(() => server.world.effects()).toBe(1)
  for (const [nth, bytes] of CUTS.entries()) {
    line.cutAfter(bytes)
    await expect.poll(() => line.cuts(), { intervals: [5], timeout: 20_000 }).toBe(nth + 1)
    await page.evaluate(() => window.harness?.sendNow())
  }
  await untilSent(page, 30_000)
  expectAllDelivered(server, saved)
  expect(line.up() - before).toBeLessThanOrEqual(SIZE + CUTS.length * SENT_PART_BYTES + HEADS)
  await line.close()
})

test('resumes a file after the browser was killed [6, 28]', async ({ server }) => {
  const line = await openSlowConnection(server.origin, { bitsPerSecond: 8_000_000 })
  const profile = freshProfile()
  const first = await profile.launch()
  const saved = await saveOffline(await openApp(first.context, line, 'no-worker'), server, 1, {
    fileSizes: [SIZE],
  })
  const fileId = saved[0]?.files[0]?.id ?? ''
  const storedParts = () => server.world.file(fileId)?.parts.length ?? 0
  await expect.poll(storedParts, { intervals: [20], timeout: 20_000 }).toBeGreaterThan(SIZE / 2)
  await first.kill()
  const partsBefore = storedParts()
  const [before, second] = [line.up(), await profile.launch()]
  const page = await openApp(second.context, line, 'no-worker')
  await untilSent(page)
  await second.kill()
  profile.remove()
  expectAllDelivered(server, saved)
  expect(line.up() - before).toBeLessThanOrEqual(SIZE - partsBefore + SENT_PART_BYTES + HEADS)
  await line.close()
})
