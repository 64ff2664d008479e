import { clientOf } from '#tests/support/client.ts'
import { aHistory } from '#tests/support/entries.ts'
import { expect, origin, signInDirectly, test } from '../support/fixtures.ts'

// API-026, P-17
test('an open app receives a colleague’s entry at once, also after a lost connection', async ({
  page,
  context,
  build,
  db,
  owner,
}) => {
  const [vehicle] = await db.query<{ id: number }>({
    text: 'select id from vehicles where fleet_id = $1 limit 1',
    values: [owner.fleetId],
  })
  const service = await build.service()
  const colleague = await build.user({ id: owner.fleetId })
  const client = clientOf(origin(), { cookie: `authentication_token=${await build.session(colleague)}` })
  const write = async () => {
    const body = aHistory({ vehicle_id: vehicle?.id ?? 0 }, service.id)
    expect((await client.post('/manual_maintenance_histories', body)).status).toBe(201)
  }
  const isReady = async () => {
    const socket = await page.waitForEvent('websocket')
    await socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => String(payload).includes('ready'),
    })
  }
  const pulls = () =>
    page.waitForRequest((request) => request.url().includes('/api/v4/sync?'), { timeout: 3000 })

  await signInDirectly(context, build, owner)
  const ready = isReady()
  await page.goto(`${origin()}/dashboard`)
  await ready
  // Waits until the first pull and its follow-ups are complete.
  await page.waitForTimeout(3000)
  await Promise.all([pulls(), write()])

  await context.setOffline(true)
  const again = isReady()
  await context.setOffline(false)
  await again
  await page.waitForTimeout(3000)
  await Promise.all([pulls(), write()])
})
