import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('session', () => {
  it('knows who is signed in', async () => {
    const fleet = await server.build.fleet()
    const user = await server.build.user(fleet)
    const answer = await (await server.as(user)).get('/customers/me')
    expect(answer.body).toMatchObject({ id: user.id, fleet_id: fleet.id })
    expect(answer.status).toBe(200)
  })
})
