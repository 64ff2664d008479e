// More requests than the database can handle.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { os } from '#server/http/calls/implementer.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** With the twelve connections of a test database, about 240 requests a second. */
const QUERY_S = 0.05
const REQUESTS = 600

const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    shedAboveMs: 1500,
    logTo: (line) => lines.push(line),
    routes: {
      places: {
        states: os.places.states.handler(async ({ context }) => {
          await context.read((tx) => tx.query(sql`select pg_sleep(${QUERY_S})`))
          return { states: [] }
        }),
      },
    },
  })
})
afterAll(() => server.stop())

it('serves a burst as fast as the database can, refuses the rest early, and serves the next one', async () => {
  const client = await server.as(await server.build.user(await server.build.fleet()))
  const began = Date.now()
  const responses = await Promise.all(
    Array.from({ length: REQUESTS }, () => client.get('/states?country=US')),
  )
  expect(Date.now() - began).toBeLessThan(10_000)

  const served = responses.filter(({ status }) => status === 200).length
  const refused = responses.filter(({ status }) => status === 503)
  expect(served + refused.length).toBe(REQUESTS)
  // If all were admitted at once, nearly none would be served in time.
  expect(served).toBeGreaterThan(50)
  expect(refused.length).toBeGreaterThan(50)
  for (const { headers } of refused) expect(headers.get('retry-after')).toBe('2')

  // Thousands of rejections must not fill the log: one short line each with the reason, and one with the response.
  const about = lines.filter((line) => line.includes('rejected temporarily'))
  expect(about).toHaveLength(refused.length)
  for (const line of about) {
    expect(JSON.parse(line)).toMatchObject({ level: 40 })
    expect(line).not.toContain('stack')
    expect(line.length).toBeLessThan(400)
  }

  expect((await client.get('/states?country=US')).status).toBe(200)
}, 30_000)

/** Sends a request on a connection of its own: those of the burst are closed while they are idle. */
async function statusFor(user: { id: number; fleetId: number }): Promise<number | undefined> {
  const headers = { cookie: `authentication_token=${await server.build.session(user)}` }
  const request = get(`${server.url}/api/v4/states?country=US`, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

it('serves the calls of a fleet while another sends far too many (R-16)', async () => {
  const userOfFleet = async () => server.build.user(await server.build.fleet())
  const [noisy, quiet] = [await userOfFleet(), await userOfFleet()]
  const flood = Promise.all(Array.from({ length: 200 }, () => statusFor(noisy)))
  const statuses: (number | undefined)[] = []
  for (let nth = 0; nth < 5; nth++) statuses.push(await statusFor(quiet))
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  expect((await flood).filter((status) => status === 503).length).toBeGreaterThan(20)
}, 30_000)
