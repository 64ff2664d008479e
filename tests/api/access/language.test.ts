import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languageCodes } from '#contract/core/locale.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

describe('the language of a user', () => {
  // BRD-024, BRD-058
  it.each(languageCodes)('is stored when sent as %s, and responses use it', async (code) => {
    const user = await server.build.user(await server.build.fleet(), { language: 'en' })
    const client = await server.as(user)
    const language = code.slice(0, 2)
    const saved = await client.put(`/customers/${user.id}/language`, { language: code })
    expect([saved.status, saved.body.language]).toEqual([200, language])
    expect((await client.get('/customers/me')).body.language).toBe(language)
    const refused = await client.put('/customers/999999/language', { language: code })
    expect(refused.body.alertMessage).toMatch(language === 'fr' ? /Cet élément/ : /no longer exists/)
  })

  it('rejects a language without texts', async () => {
    const user = await server.build.user(await server.build.fleet())
    const client = await server.as(user)
    for (const language of ['de', 'fr_FR_x', '', null, 7])
      expect((await client.put(`/customers/${user.id}/language`, { language })).status).toBe(422)
  })
})
