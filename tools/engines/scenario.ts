import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { newestMails } from '#server/integrations/mail/mail-queue.ts'
import type { builders } from '#tests/support/builders.ts'
import { sha256Of } from '#tests/support/files.ts'
import type { Engine, Tab } from './tab.ts'

export interface Stage {
  origin: string
  db(): Database
  build(): ReturnType<typeof builders>
  stopServer(): Promise<void>
  startServer(): Promise<void>
}

/** A file to attach: its path and bytes. */
export interface Invoice {
  name: string
  path: string
  bytes: Buffer
}

/**
 * The main offline scenario: sign in, visit once, stop the server, reload from the service worker, add an entry per
 * list of files, close and reopen, verify that all bytes are unchanged (docs/offline.md row 12), start the server, and
 * verify that each entry arrives exactly once with its files. @throws Error at the first step that fails
 */
export async function runScenario(
  engine: Engine,
  stage: Stage,
  entries: readonly Invoice[][],
): Promise<void> {
  const build = stage.build()
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const user = await build.user(fleet)
  const vehicles: { id: number; files: Invoice[] }[] = []
  for (const [index, files] of entries.entries()) {
    const vehicle = await build.vehicle(fleet, { name: `Van ${index + 1}`, odometer: 41_200 })
    vehicles.push({ id: vehicle.id, files })
  }
  const service = `Bearing ${crypto.randomUUID().slice(0, 8)}`
  await build.service({ name: service })
  const { origin } = stage

  let session = await engine.start()
  let { tab } = session
  await signIn(tab, stage, user)
  await seen(tab, 'Van 1')
  await tab.goto(`${origin}/dashboard`)
  await seen(tab, 'Data as of')
  await until(
    () => tab.run<boolean>(`return Boolean(navigator.serviceWorker.controller)`),
    'a worker that controls the page',
    120_000,
  )

  await stage.stopServer()
  await tab.goto(`${origin}/vehicles/${vehicles[0]?.id}`)
  await seen(tab, 'Van 1')
  for (const { id, files } of vehicles) {
    await tab.goto(`${origin}/maintenance_history/new?vehicle=${id}`)
    await record(tab, service, files)
  }
  await session.close()

  session = await engine.start()
  tab = session.tab
  await tab.goto(`${origin}/dashboard`)
  await seen(tab, 'You are offline')
  const expected = vehicles
    .flatMap(({ id, files }) => files.map(({ bytes }) => `${id} ${sha256Of(bytes)}`))
    .sort()
  const hashes = await tab.run<string[]>(HASHES_KEPT)
  demandSame('files on the device', hashes, expected.map((each) => each.split(' ')[1] ?? '').sort())

  await stage.startServer()
  const arrived = () =>
    stage.db().query<{ entry: string; file: string }>(sql`
      select h.id as entry, h.vehicle_id || ' ' || d.sha256 as file
      from manual_maintenance_histories h join documents d on d.history_id = h.id
      where h.fleet_id = ${fleet.id} and d.state = 'stored'`)
  await until(
    async () => (await arrived()).length >= expected.length,
    'the entries with their files',
    120_000,
  )
  await seen(tab, 'All sent')
  await sleep(2_000)
  const rows = await arrived()
  demandSame('files on the server', rows.map(({ file }) => file).sort(), expected)
  const [{ count } = { count: 0 }] = await stage.db().query<{ count: number }>(sql`
    select count(*)::int as count from manual_maintenance_histories where fleet_id = ${fleet.id}`)
  if (count !== vehicles.length)
    throw new Error(`${vehicles.length} entries were made, ${count} are on the server`)
  await session.close()
}

async function signIn(tab: Tab, stage: Stage, user: { email: string; password: string }): Promise<void> {
  await tab.goto(`${stage.origin}/vehicles`)
  await fill(tab, 'Email address', user.email)
  await fill(tab, 'Password', user.password)
  await tab.run(`document.querySelector('form').requestSubmit()`)
  await seen(tab, 'Verification')
  await fill(tab, 'One-time password', await otpFor(stage.db(), user.email))
  await press(tab, 'Validate')
}

/** Fills in the maintenance form and saves it on the device. */
async function record(tab: Tab, service: string, files: readonly Invoice[]): Promise<void> {
  await fill(tab, 'Odometer', '42100')
  await fill(tab, 'Service', service)
  await pick(tab, service)
  await fill(tab, 'Price', '89.50')
  await fill(tab, 'Shop', 'Corner Garage')
  const paths = files.map(({ path }) => path)
  await tab.choose('input[type=file]:not([capture])', paths)
  for (const { name } of files) await seen(tab, name)
  await press(tab, 'Save')
  // The engines run on a desktop with varying pointer and screen.
  await seen(tab, 'Saved on this')
}

function demandSame(what: string, found: readonly string[], expected: readonly string[]): void {
  const right = found.filter((each) => expected.includes(each)).length
  if (found.length === expected.length && new Set(found).size === right) return
  throw new Error(`Of ${expected.length} ${what}, ${right} are as they were; ${found.length} were found`)
}

/** SHA-256 of each file stored in the outbox's database, in order. */
const HASHES_KEPT = `
  const name = (await indexedDB.databases()).map((each) => each.name).find((each) => each.startsWith('wheelbook-outbox:'))
  const asked = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const db = await asked(indexedDB.open(name))
  const rows = await asked(db.transaction('files').objectStore('files').getAll())
  db.close()
  const hashes = []
  for (const { bytes } of rows) {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    hashes.push([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  }
  return hashes.sort()`

const TEXT = `const text = document.body?.innerText ?? ''`

const seen = (tab: Tab, text: string) =>
  untilShown(
    tab,
    () => tab.run<boolean>(`${TEXT}; return text.includes(args[0])`, text),
    `the text “${text}”`,
  )

/** Waits until a condition holds; on timeout, throws with the content of the screen. */
async function untilShown(tab: Tab, holds: () => Promise<boolean>, what: string): Promise<void> {
  try {
    await until(holds, what)
  } catch (error) {
    const shown = await tab.run<string>(`${TEXT}
      const values = [...document.querySelectorAll('input')].map((each) => each.name + '=' + each.value)
      return [location.href, values.join(' '), text.slice(0, 3000)].join(' | ')`)
    throw new Error(`${(error as Error).message}; the screen says: ${shown}`)
  }
}

/** Types into the field whose label starts with this. */
async function fill(tab: Tab, label: string, value: string): Promise<void> {
  const body = `
    const labels = [...document.querySelectorAll('label')].filter((each) => each.textContent.trim().startsWith(args[0]))
    const field = labels.map((each) => each.control).find((each) => each?.tagName === 'INPUT')
    if (!field) return false
    field.dataset.typed = args[0]
    return true`
  await untilShown(tab, () => tab.run<boolean>(body, label), `the field ${label}`)
  await tab.type(`[data-typed="${label}"]`, value)
  await sleep(200)
}

const pick = (tab: Tab, option: string) => clickOn(tab, '[role=option]', option)
const press = (tab: Tab, button: string) => clickOn(tab, 'button', button)

async function clickOn(tab: Tab, selector: string, text: string): Promise<void> {
  const body = `
    const found = [...document.querySelectorAll(args[0])].find((each) => each.textContent.trim().startsWith(args[1]) && !each.disabled && each.ariaDisabled !== 'true')
    found?.click()
    return Boolean(found)`
  await untilShown(tab, () => tab.run<boolean>(body, selector, text), `${selector} “${text}”`)
  await sleep(200)
}

async function until(holds: () => Promise<boolean>, what: string, withinMs = 45_000): Promise<void> {
  const end = Date.now() + withinMs
  let trouble = ''
  while (Date.now() < end) {
    // A page that is navigating cannot be queried.
    const isSo = await holds().catch((error: unknown) => {
      trouble = String(error)
      return false
    })
    if (isSo) return
    await sleep(200)
  }
  throw new Error(`Waited in vain for ${what}${trouble && ` (${trouble})`}`)
}

async function otpFor(db: Database, email: string): Promise<string> {
  let code = ''
  await until(async () => {
    const mail = (await newestMails(db, 20)).find(({ recipient }) => recipient === email)
    code = (mail && /^\d{6}$/m.exec(mail.text)?.[0]) ?? ''
    return code !== ''
  }, 'the one-time password')
  return code
}
