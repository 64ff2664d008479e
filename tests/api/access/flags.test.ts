// Feature flags through OpenFeature: from the settings of brands and fleets, and from any OFREP server (ruling 11).
import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FLAGS } from '#contract/access/account.ts'
import type { CurrentUser } from '#contract/access/session.ts'
import { readConfig } from '#server/config/read-config.ts'
import { sql } from '#server/db/sql.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** A minimal flag service that speaks OFREP. */
function anOfrepServer() {
  const evaluations: { flag: string; context: Record<string, unknown>; authorization: string | undefined }[] =
    []
  const values = new Map<string, unknown>()
  const server: Server = createServer(async (request, response) => {
    const flag = /^\/ofrep\/v1\/evaluate\/flags\/(\w+)$/.exec(request.url ?? '')?.[1] ?? ''
    const { context } = (await json(request)) as { context: Record<string, unknown> }
    evaluations.push({ flag, context, authorization: request.headers.authorization })
    const known = values.has(flag)
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        known
          ? { key: flag, value: values.get(flag), reason: 'STATIC' }
          : { key: flag, errorCode: 'FLAG_NOT_FOUND' },
      ),
    )
  })
  let port = 0
  return {
    evaluations,
    values,
    async start() {
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
      port = (server.address() as AddressInfo).port
      return `http://127.0.0.1:${port}`
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

describe('flags of an OFREP server', () => {
  const service = anOfrepServer()
  let server: TestServer
  beforeAll(async () => {
    const url = await service.start()
    server = await startTestServer({ config: { flagService: { url, token: 'for-the-flags' } } })
  })
  afterAll(async () => {
    await server.stop()
    await service.stop().catch(() => {})
  })
  beforeEach(() => {
    service.evaluations.length = 0
    service.values.clear()
    for (const flag of FLAGS) service.values.set(flag, false)
  })

  it('are seven, with plain names, at a configurable address (BRD-047, BRD-051)', async () => {
    expect(FLAGS).toEqual([
      'glovebox',
      'telematics',
      'fuel_card_sign_up',
      'multifactor_authentication',
      'captcha',
      'footer_links',
      'maintenance_schedules',
    ])
    service.values.set('fuel_card_sign_up', true)
    const { flags } = (await server.client().get('/feature_flags')).body
    expect(flags).toMatchObject({ fuel_card_sign_up: 'on', multifactor_authentication: 'off' })
    expect(service.evaluations.map(({ flag }) => flag)).toEqual(expect.arrayContaining([...FLAGS]))
    const config = readConfig({ OFREP_ENDPOINT: 'https://flags.example' })
    expect(config.flagService?.url).toBe('https://flags.example')
  })

  it('are requested with keyed hashes of customer id and email, and the affiliation id (BRD-044)', async () => {
    const [secret] = await server.db.query<{ value: string }>(
      sql`select value from secrets where name = 'flags'`,
    )
    const hashOf = (text: string) =>
      createHmac('sha256', secret?.value ?? '')
        .update(text)
        .digest('hex')
    const group = await server.build.affiliation()
    const fleet = await server.build.fleet({ affiliationId: group.id })
    const user = await server.build.user(fleet, { affiliationId: group.id })
    const me: CurrentUser = (await (await server.as(user)).get('/customers/me')).body
    const query = `?customer_id=${user.id}&email=${encodeURIComponent(user.email)}&affiliation_id=${me.affiliation_id}`
    await (await server.as(user)).get(`/feature_flags${query}`)
    expect(service.evaluations.map(({ flag }) => flag).sort()).toEqual([...FLAGS, 'footer_link_list'].sort())
    for (const { context, authorization } of service.evaluations) {
      expect(context).toMatchObject({
        targetingKey: hashOf(`customer:${user.id}`),
        customer_id: hashOf(`customer:${user.id}`),
        email: hashOf(`email:${user.email.toLowerCase()}`),
        affiliation_id: group.id,
        is_special_affiliation: false,
        fleet_id: fleet.id,
        brand: 'wheelbook',
      })
      expect(authorization).toBe('Bearer for-the-flags')
      expect(JSON.stringify(context)).not.toContain(user.email)
    }
  })

  it('are requested with the special affiliation (CST-003, CST-004)', async () => {
    await server.db.query(
      sql`insert into affiliations (id, name) overriding system value values (3, 'Special') on conflict do nothing`,
    )
    const fleet = await server.build.fleet({ affiliationId: 3 })
    await (await server.as(await server.build.user(fleet))).get('/feature_flags')
    for (const { context } of service.evaluations)
      expect(context).toMatchObject({ is_special_affiliation: true })
  })

  it('decide each of the seven, overriding brand and fleet (BRD-045, BRD-047)', async () => {
    const user = await server.build.user(await server.build.fleet({ flags: { glovebox: true } }))
    const client = await server.as(user)
    for (const flag of FLAGS) {
      for (const other of FLAGS) service.values.set(other, other === flag)
      const { flags } = (await client.get('/feature_flags')).body
      expect(flags).toEqual(Object.fromEntries(FLAGS.map((other) => [other, other === flag ? 'on' : 'off'])))
    }
  })

  it('contain the footer links in both languages (BRD-049)', async () => {
    const list = [{ text: { en: 'Help', fr: 'Aide' }, url: 'https://help.example/' }]
    service.values.set('footer_link_list', list)
    expect((await server.client().get('/feature_flags')).body.footer_links).toEqual(list)
    // An invalid list of links does not reach a page.
    service.values.set('footer_link_list', [{ text: { en: 'x', fr: 'x' }, url: 'javascript:alert(1)' }])
    expect((await server.client().get('/feature_flags')).body.footer_links).toEqual([])
  })

  it('fall back to fleet and brand if the service does not know one', async () => {
    service.values.clear()
    const user = await server.build.user(await server.build.fleet({ flags: { telematics: false } }))
    const { flags } = (await (await server.as(user)).get('/feature_flags')).body
    expect(flags).toMatchObject({ telematics: 'off', glovebox: 'on' })
  })

  it('cannot be requested on behalf of another user', async () => {
    const fleet = await server.build.fleet()
    const [user, other] = [await server.build.user(fleet), await server.build.user(fleet)]
    const client = await server.as(user)
    for (const query of [`customer_id=${other.id}`, `email=${other.email}`, 'affiliation_id=3'])
      expect([query, (await client.get(`/feature_flags?${query}`)).status]).toEqual([query, 404])
    expect(service.evaluations).toEqual([])
  })

  it('keep their last values while the service is down; without any, all are off except the guards (BRD-050)', async () => {
    const fleet = await server.build.fleet({ flags: { multifactor_authentication: true } })
    const [known, unknown] = [await server.build.user(fleet), await server.build.user(fleet)]
    service.values.set('glovebox', true)
    const before = (await (await server.as(known)).get('/feature_flags')).body
    expect(before.flags).toMatchObject({ glovebox: 'on', telematics: 'off' })
    await service.stop()
    expect((await (await server.as(known)).get('/feature_flags')).body).toEqual(before)
    // The app then uses its stored flags; without any, all are off.
    expect((await (await server.as(unknown)).get('/feature_flags')).status).toBe(503)
    const { email, password } = unknown
    const signIn = await server.client().post('/sessions', { email, password })
    expect([signIn.body, signIn.headers.get('set-cookie')]).toEqual([{ otp_required: true }, null])
  })
})

describe('flags without a flag service', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.stop())

  it('come from the fleet, otherwise from its brand, with the links of the brand (BRD-047, BRD-049)', async () => {
    const fleet = await server.build.fleet({ brand: 'meridian', flags: { telematics: false, captcha: true } })
    const result = (await (await server.as(await server.build.user(fleet))).get('/feature_flags')).body
    expect(result.flags).toMatchObject({
      telematics: 'off',
      captcha: 'on',
      footer_links: 'on',
      glovebox: 'on',
    })
    expect(result.footer_links.map(({ text }: { text: { fr: string } }) => text.fr)).toContain(
      'Conditions d’utilisation',
    )
  })
})
