// No personal data and no secret appears in logs, in job tables, or at third parties (S-32).
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { os } from '#server/http/calls/implementer.ts'
import { smtpMail } from '#server/integrations/mail/live.ts'
import { mailQueue } from '#server/integrations/mail/mail-queue.ts'
import { localSms } from '#server/integrations/sms/local.ts'
import { type OpenJobs, openJobs } from '#server/jobs/jobs.ts'
import { workers } from '#server/jobs/workers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { SmtpSink } from '#tests/support/smtp-sink.ts'

const CANARY = {
  email: 'canary.person@canary-mail.example',
  name: 'Canarylastname',
  vin: '1FTFW1ET5DFC10312',
  password: 'canary horse battery staple 9',
  token: 'c4n4ry0c4n4ry1c4n4ry2c4n4ry3c4n4ry4c4n4ry5',
  phone: '6145550177',
}
const lines: string[] = []
const sink = new SmtpSink()
let server: TestServer
let jobs: OpenJobs

beforeAll(async () => {
  const fail = async () => {
    const text = `no row for ${CANARY.email}, ${CANARY.vin}, bearer ${CANARY.token}, +1${CANARY.phone}`
    throw Object.assign(new Error(text, { cause: new Error(`detail: ${CANARY.email}`) }), {
      detail: `Key (email)=(${CANARY.email}) name ${CANARY.name} ${CANARY.password}`,
    })
  }
  server = await startTestServer({
    logTo: (line) => lines.push(line),
    routes: { places: { states: os.places.states.handler(fail) } },
  })
  const smtp = await sink.listen()
  const { services, db } = server
  jobs = openJobs(db, services.log)
  await jobs.start()
  const mail = smtpMail({ url: smtp, from: 'Wheelbook <no-reply@wheelbook.example>' })
  const failing = async () => {
    throw Object.assign(new Error(`cannot read ${CANARY.email}`), { row: CANARY })
  }
  await jobs.work({ ...workers({ ...services, mail, smsPort: localSms }), 'telematics-sync': failing })
}, 60_000)
afterAll(async () => {
  await jobs.stop(5000)
  sink.server.close()
  await server.stop()
})

/** Canaries that a text contains, in any letter case. */
const found = (text: string) =>
  Object.entries(CANARY).flatMap(([name, value]) =>
    text.toLowerCase().includes(value.toLowerCase()) ? [name] : [],
  )

it('valid and invalid requests with personal data and secrets leave none of it in the log', async () => {
  const fleet = await server.build.fleet()
  const owner = await server.as(await server.build.user(fleet))
  const anonymous = server.client()
  const { email, name, vin, password, token, phone } = CANARY
  const person = { email, firstName: name, lastName: name, password, phoneNumber: phone }
  const responses = await Promise.all([
    anonymous.post('/sessions', { email, password }),
    anonymous.post('/sessions', { email: { email }, password: [password] }),
    anonymous.post('/users/forgot_password', { email }),
    anonymous.post('/passwords', { email, token, password }),
    anonymous.post('/users', person),
    anonymous.post('/registrations', person),
    server.client({ cookie: `authentication_token=${token}` }).get('/vehicles'),
    server.client({ authorization: `Bearer ${token}` }).get(`/vehicles?search=${vin}&email=${email}`),
    anonymous.get(`/unknown/${token}?password=${encodeURIComponent(password)}`),
    owner.get(`/vehicles?search=${vin}`),
    owner.get(`/vehicle_specs/decode/${vin}`),
    owner.post('/vehicles', { vin, name_of_vehicle: name, year: 'x', license_plate: email }),
    owner.post('/vehicles', `{"vin":"${vin}","email":"${email}"`, { 'content-type': 'application/json' }),
    owner.post('/users', { ...person, roles: ['driver'] }),
    owner.get('/states?country=US'),
  ])
  expect(responses.map(({ status }) => status)).toContain(500)
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(responses.length)
  expect(lines.filter((line) => found(line).length > 0)).toEqual([])
  // The log still describes the error.
  expect(lines.join('\n')).toContain('no row for [email], [vin], [credentials], [phone]')
})

it('failed deliveries and jobs leave no address in the job queue tables, nor in the log', async () => {
  const { db } = server
  sink.rejections.set(CANARY.email, `450 4.2.1 <${CANARY.email}> mailbox busy`)
  await db.system((tx) =>
    mailQueue(db, jobs).queue(tx, {
      recipient: CANARY.email,
      subject: `Hello ${CANARY.name}`,
      text: `https://wheelbook.example/reset/${CANARY.token}`,
    }),
  )
  await db.system((tx) => jobs.enqueue(tx, 'telematics-sync', { eventId: 1 }))
  const outputs = () =>
    db.query<{ name: string; output: unknown }>(
      sql`select name, output from jobs.job where output is not null and name in ('mail', 'telematics-sync')`,
    )
  await expect
    .poll(async () => new Set((await outputs()).map(({ name }) => name)).size, { timeout: 45_000 })
    .toBe(2)

  const tables = await db.query<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'jobs'`)
  expect(tables.length).toBeGreaterThan(3)
  for (const { name } of tables) {
    const rows = await db.pool.query(`select t::text as row from ${name} t`)
    expect(
      rows.rows.flatMap(({ row }) => found(row)),
      name,
    ).toEqual([])
  }
  expect(lines.filter((line) => found(line).length > 0)).toEqual([])
}, 60_000)
