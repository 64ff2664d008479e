// A dependency that is down, slow or faulty affects nothing else, and is used again automatically (decision 37).
import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import braintree from 'braintree'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { recaptcha } from '#server/integrations/captcha/live.ts'
import { braintreeGateway } from '#server/integrations/card-gateway/live.ts'
import { createCircuit } from '#server/integrations/circuit.ts'
import { DEFAULT_RETRY_POLICY } from '#server/integrations/external-api.ts'
import { ofrepFlags } from '#server/integrations/flags/live.ts'
import { openFeatureFlags } from '#server/integrations/flags/open-feature.ts'
import { smtpMail } from '#server/integrations/mail/live.ts'
import { authorityRecalls } from '#server/integrations/recalls/live.ts'
import { twilioSms } from '#server/integrations/sms/live.ts'
import { geotabTelematics } from '#server/integrations/telematics/live.ts'
import { throughCircuit } from '#server/integrations/through-circuit.ts'
import type { Client } from '#tests/support/client.ts'
import { aGloveboxItem } from '#tests/support/entries.ts'
import { startFakeAuthorities } from '#tests/support/fake-authorities.ts'
import { FAKE_BRAINTREE, startFakeBraintree } from '#tests/support/fake-braintree.ts'
import { FAKE_GEOTAB, startFakeGeotab } from '#tests/support/fake-geotab.ts'
import { startFakeS3 } from '#tests/support/fake-s3.ts'
import { FAKE_TWILIO, startFakeTwilio } from '#tests/support/fake-twilio.ts'
import { FAILURE_MODES, startFaultyProxy } from '#tests/support/faulty-proxy.ts'
import { aPdf, fileHeaders, manifestOf } from '#tests/support/files.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { SmtpSink } from '#tests/support/smtp-sink.ts'

const LIMITS = { timeoutMs: 700, concurrent: 8, queued: 64, breakAfter: 5, restMs: 300 }
const UPLOADS = 60
/** On a machine with other load; without it, milliseconds. */
const FAST_MS = 2500

const s3 = await startFakeS3('documents')
const front = await startFaultyProxy(Number(new URL(s3.endpoint).port))
let server: TestServer
let owner: Client
let other: Client
let vehicle: { id: number; fleetId: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer({
    limits: { files: LIMITS },
    config: {
      s3: {
        bucket: 'documents',
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${front.port}`,
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    },
  })
  service = await server.build.service()
  const fleet = await server.build.fleet()
  vehicle = await server.build.vehicle(fleet)
  owner = await server.as(await server.build.user(fleet))
  const otherFleet = await server.build.fleet()
  await server.build.vehicle(otherFleet)
  other = await server.as(await server.build.user(otherFleet))
})
afterAll(async () => {
  await server.stop()
  await front.stop()
  await s3.stop()
})

async function timed(send: () => Promise<{ status: number }>) {
  const startedAt = performance.now()
  const { status } = await send()
  return { status, ms: performance.now() - startedAt }
}

/** Meanwhile, another tenant reads, a readiness probe runs, and no transaction waits. */
async function demandWell() {
  const probes = [() => other.get('/vehicles'), () => fetch(`${server.url}/readyz`)]
  for (const probe of probes) {
    const { status, ms } = await timed(probe)
    expect(status).toBe(200)
    expect(ms).toBeLessThan(FAST_MS)
  }
  const [open] = await server.db.reserved.query<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%' and now() - state_change > interval '300 ms'`)
  expect(open?.count).toBe(0)
}

async function announced(text: string) {
  const bytes = aPdf(text)
  const line = manifestOf(bytes)
  const body = aGloveboxItem({ vehicle_id: vehicle.id, glovebox_documents_attributes: [line] })
  expect((await owner.post('/glovebox_items', body)).status).toBe(201)
  return () => owner.put(`/glovebox_documents/${line.id}`, bytes, fileHeaders(bytes))
}

/** Rows with 'stored' and objects of the store match one to one. */
async function expectRowsAndObjectsToAgree() {
  const keys = async () => {
    const rows = await server.db.query<{ storage_key: string }>(
      sql`select storage_key from documents where state = 'stored' order by storage_key`,
    )
    return rows.map(({ storage_key }) => storage_key)
  }
  await expect.poll(async () => [...s3.objects.keys()].sort()).toEqual(await keys())
}

describe('a file store that is', () => {
  it.each(FAILURE_MODES)(
    '%s: 60 uploads at once delay no other call, and succeed once it works again',
    async (ailment) => {
      const uploads = await Promise.all(
        Array.from({ length: UPLOADS }, (_, n) => announced(`${ailment} ${n}`)),
      )
      front.set(ailment)
      let isOver = false
      const sending = Promise.all(uploads.map((send) => timed(send))).finally(() => {
        isOver = true
      })
      let rounds = 0
      do {
        await demandWell()
        rounds++
        await sleep(50)
      } while (!isOver)
      expect(rounds).toBeGreaterThan(0)
      for (const { status } of await sending) expect(status).toBe(503)

      front.set(null)
      await expect.poll(async () => (await uploads[0]?.())?.status).toBe(200)
      for (const send of uploads) await expect.poll(async () => (await send()).status).toBe(200)
      await expectRowsAndObjectsToAgree()
    },
    60_000,
  )

  it('silent: refuses an entry with an inline file completely, and accepts it completely later under the same key', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() }
    const form = () => {
      const data = new FormData()
      const fields = {
        vehicle_id: String(vehicle.id),
        custom_shop_name: 'Corner Garage',
        odometer: '51200',
        date_of_completion: '2026-01-15',
        with_manual_history: 'true',
        'vehicle_services[0][service_definition_id]': String(service.id),
        'vehicle_services[0][price]': '49.90',
        'vehicle_services[0][service_miles]': '51200',
      }
      for (const [name, value] of Object.entries(fields)) data.set(name, value)
      data.set(
        'maintenance_documents_attributes[0][invoice_document_url]',
        new File([aPdf('inside')], 'inside.pdf', { type: 'application/pdf' }),
      )
      return data
    }
    const body = form()
    const countOfEntries = async () => (await owner.get('/manual_maintenance_histories')).body.count
    const before = await countOfEntries()
    front.set('silent')
    const send = () => owner.post('/manual_maintenance_histories', body, key)
    expect((await send()).status).toBe(503)
    expect(await countOfEntries()).toBe(before)
    front.set(null)
    await expect.poll(async () => (await send()).status).toBe(201)
    await expectRowsAndObjectsToAgree()
  }, 30_000)
})

const quick = { ...DEFAULT_RETRY_POLICY, timeoutMs: 300, tries: 1, pauseMs: 1, gapMs: 0, restMs: 300 }
const fakes = {
  braintree: await startFakeBraintree(),
  geotab: await startFakeGeotab(),
  twilio: await startFakeTwilio(),
  authorities: await startFakeAuthorities(),
  sink: new SmtpSink(),
}
const smtpUrl = await fakes.sink.listen()
afterAll(async () => {
  await Promise.all([
    fakes.braintree.stop(),
    fakes.geotab.stop(),
    fakes.twilio.stop(),
    fakes.authorities.stop(),
  ])
  fakes.sink.server.close()
})
const portOf = (url: string) => Number(new URL(url).port)

interface Case {
  name: string
  targetPort: number
  protocol?: 'smtp'
  /** One call of the port, which resolves when the dependency works. */
  open(port: number): () => Promise<unknown>
}

const ports: Case[] = [
  {
    name: 'the mail server',
    targetPort: portOf(smtpUrl),
    protocol: 'smtp',
    open(port) {
      const mail = smtpMail(
        { url: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: 'a@example.com' },
        { limits: LIMITS },
      )
      return () =>
        mail.deliver({ id: crypto.randomUUID(), recipient: 'b@example.com', subject: 's', text: 't' })
    },
  },
  {
    name: 'the card gateway',
    targetPort: fakes.braintree.port,
    open(port) {
      const environment = new braintree.Environment('127.0.0.1', String(port), '', false, '127.0.0.1', '1')
      const gateway = throughCircuit(
        braintreeGateway(FAKE_BRAINTREE, environment),
        createCircuit('card gateway', LIMITS),
      )
      return () => gateway.clientToken()
    },
  },
  {
    name: 'the text message provider',
    targetPort: portOf(fakes.twilio.url),
    open(port) {
      const url = `http://127.0.0.1:${port}`
      const sms = throughCircuit(
        twilioSms({ ...FAKE_TWILIO, from: '+16145550100', url, timeoutMs: 300, paceMs: 0 }),
        createCircuit('sms', LIMITS),
      )
      return () => sms.deliver({ id: crypto.randomUUID(), recipient: '6145550111', text: 't', triedAt: null })
    },
  },
  {
    name: 'the telematics provider',
    targetPort: portOf(fakes.geotab.url),
    open(port) {
      const telematics = geotabTelematics({ ...FAKE_GEOTAB, server: `http://127.0.0.1:${port}` }, quick)
      fakes.geotab.databases.set('northgate', { devices: [], status: [], faults: [] })
      return () => telematics.devicesOf('northgate', [])
    },
  },
  {
    name: 'the recall authority',
    targetPort: portOf(fakes.authorities.servers.nhtsa),
    open(port) {
      const url = `http://127.0.0.1:${port}`
      const recalls = authorityRecalls({ nhtsa: url, transportCanada: url }, quick)
      return () => recalls.of({ country: 'US', year: 2022, make: 'ford', model: 'transit' })
    },
  },
  {
    name: 'the captcha service',
    targetPort: 0,
    open(port) {
      const captcha = recaptcha(
        { siteKey: 'k', secretKey: 's', verifyUrl: `http://127.0.0.1:${port}/verify` },
        { limits: LIMITS },
      )
      return () => captcha.verify('an answer', '192.0.2.1', 0)
    },
  },
  {
    name: 'the flag service',
    targetPort: 0,
    open(port) {
      const provider = ofrepFlags({ url: `http://127.0.0.1:${port}`, token: null }, { limits: LIMITS })
      const flags = openFeatureFlags(provider, async () => 'secret', { restMs: 300 })
      const own = { flags: {}, footer_links: [] } as never
      return async () => {
        const known = await flags.treatmentsOf({ customer: null, fleetId: null, brand: 'wheelbook', own })
        if (known === null) throw new Error('silent')
      }
    },
  },
]

describe.each(ports)('$name', ({ targetPort, protocol, open }) => {
  it.each(FAILURE_MODES)(
    '%s: thirty calls at once end soon, delay no other call, and it recovers by itself (R-13)',
    async (ailment) => {
      const plain = targetPort === 0 ? await startPlainService() : null
      const faulty = await startFaultyProxy(plain?.port ?? targetPort, protocol)
      const call = open(faulty.port)
      try {
        await call()
        faulty.set(ailment)
        const startedAt = performance.now()
        const calls = Promise.allSettled(Array.from({ length: 30 }, () => call()))
        await demandWell()
        const results = await calls
        expect(results.filter(({ status }) => status === 'fulfilled')).toEqual([])
        expect(performance.now() - startedAt).toBeLessThan(6000)
        // Once it is known to be down, only the probing call waits.
        faulty.set(null)
        await expect
          .poll(
            () =>
              call().then(
                () => 'well',
                () => 'unwell',
              ),
            { interval: 100 },
          )
          .toBe('well')
      } finally {
        await faulty.stop()
        await plain?.stop()
      }
    },
    30_000,
  )
})

/** Responds as both the captcha and the flag service would. */
async function startPlainService() {
  const { createServer } = await import('node:http')
  const plain = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, key: 'x', value: false, reason: 'STATIC' }))
  })
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
  return {
    port: (plain.address() as { port: number }).port,
    stop: () => {
      plain.closeAllConnections()
      return new Promise((resolve) => plain.close(resolve))
    },
  }
}

it('/readyz answers even if every pool connection is taken and requests wait for one', async () => {
  const { pool } = server.db
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()))
  try {
    const waiting = other.get('/vehicles')
    const { status, ms } = await timed(() => fetch(`${server.url}/readyz`))
    expect(status).toBe(200)
    expect(ms).toBeLessThan(FAST_MS)
    taken.shift()?.release()
    expect((await waiting).status).toBe(200)
  } finally {
    for (const client of taken) client.release()
  }
})

it('PostgreSQL itself ends slow statements, lock waits and idle transactions', async () => {
  const [limits] = await server.db.query(sql`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`)
  expect(limits).toEqual({ statement: '30s', lock: '10s', idle: '20s' })
})

it('only the integrations folder and the embedded database connect to the outside', async () => {
  const { readFile } = await import('node:fs/promises')
  const files = (await readdir('server', { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const responds =
    /\bfetch\(|from '(?:node:(?:https?|net|tls|dgram)|undici|nodemailer|braintree|@aws-sdk\/[^']*)'/
  const found: string[] = []
  for (const name of files)
    if (!name.startsWith('integrations/') && !name.startsWith('db/embedded/'))
      if (
        responds.test(
          (await readFile(`server/${name}`, 'utf8')).replaceAll(
            /import (type .*|\{ (isIP|BlockList).*)/g,
            '',
          ),
        )
      )
        found.push(name)
  // `run.ts` checks whether its own port is free; the internal server only listens; `stop-accepting.ts` stops that.
  expect(found.sort()).toEqual([
    'http/load/stop-accepting.ts',
    'lifecycle/run.ts',
    'observe/internal-server.ts',
  ])
})
