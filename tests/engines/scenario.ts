import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { newestMails } from '#server/integrations/mail/outbox.ts'
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

/**
 * The main job in some engine: sign in, one visit, the server stopped, reload from the worker, an entry with a file,
 * closed, opened again, the server back, and it arrives exactly once with its file. @throws Error at the first step that fails
 */
export async function mainJob(
  engine: Engine,
  stage: Stage,
  file: { path: string; bytes: Buffer },
): Promise<void> {
  const build = stage.build()
  const fleet = await build.fleet({ name: 'Northgate Couriers' })
  const user = await build.user(fleet)
  const vehicle = await build.vehicle(fleet, { name: 'Van 9', odometer: 41_200 })
  const service = `Bearing ${crypto.randomUUID().slice(0, 8)}`
  await build.service({ name: service })
  const { origin } = stage

  let session = await engine.start()
  let { tab } = session
  await tab.goto(`${origin}/vehicles`)
  await fill(tab, 'E-mail address', user.email)
  await fill(tab, 'Password', user.password)
  await tab.run(`document.querySelector('form').requestSubmit()`)
  await seen(tab, 'Verification')
  await fill(tab, 'One-time password', await otpFor(stage.db(), user.email))
  await press(tab, 'Validate')
  await seen(tab, 'Van 9')
  await tab.goto(`${origin}/dashboard`)
  await seen(tab, 'Data as of')
  await until(
    () => tab.run<boolean>(`return Boolean(navigator.serviceWorker.controller)`),
    'a worker that controls the page',
  )

  await stage.stopServer()
  await tab.goto(`${origin}/vehicles/${vehicle.id}`)
  await seen(tab, 'Van 9')
  await tab.goto(`${origin}/maintenance_history/new?vehicle=${vehicle.id}`)
  await fill(tab, 'Odometer', '42100')
  await fill(tab, 'Service', service)
  await pick(tab, service)
  await fill(tab, 'Price', '89.50')
  await fill(tab, 'Shop', 'Corner Garage')
  await tab.choose('input[type=file]:not([capture])', file.path)
  await seen(tab, 'invoice.pdf')
  await press(tab, 'Save')
  await seen(tab, 'Saved on this phone')
  await session.close()

  await stage.startServer()
  session = await engine.start()
  tab = session.tab
  await tab.goto(`${origin}/dashboard`)
  const arrived = () =>
    stage.db().query<{ sha256: string }>(sql`
      select d.sha256 from manual_maintenance_histories h join documents d on d.fleet_id = h.fleet_id
      where h.vehicle_id = ${vehicle.id} and d.state = 'stored'`)
  await until(async () => (await arrived()).length > 0, 'the entry with its file on the server')
  await seen(tab, 'All sent')
  await sleep(2_000)
  const rows = await arrived()
  if (rows.length !== 1 || rows[0]?.sha256 !== sha256Of(file.bytes))
    throw new Error(`Expected one entry with its file, found ${JSON.stringify(rows)}`)
  await session.close()
}

const TEXT = `const text = document.body?.innerText ?? ''`

const seen = (tab: Tab, text: string) =>
  untilShown(
    tab,
    () => tab.run<boolean>(`${TEXT}; return text.includes(args[0])`, text),
    `the text “${text}”`,
  )

/** Waits, and says what is on the screen when it was in vain. */
async function untilShown(tab: Tab, holds: () => Promise<boolean>, what: string): Promise<void> {
  try {
    await until(holds, what)
  } catch (error) {
    const shown = await tab.run<string>(`${TEXT}
      const values = [...document.querySelectorAll('input')].map((each) => each.name + '=' + each.value)
      return [location.href, values.join(' '), text.slice(0, 600)].join(' | ')`)
    throw new Error(`${(error as Error).message}; the screen says: ${shown}`)
  }
}

/** Types into the field whose label begins so. */
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
    const found = [...document.querySelectorAll(args[0])].find((each) => each.textContent.trim().startsWith(args[1]) && !each.disabled)
    found?.click()
    return Boolean(found)`
  await untilShown(tab, () => tab.run<boolean>(body, selector, text), `${selector} “${text}”`)
  await sleep(200)
}

async function until(holds: () => Promise<boolean>, what: string, withinMs = 45_000): Promise<void> {
  const end = Date.now() + withinMs
  let trouble = ''
  while (Date.now() < end) {
    // A page that is on its way elsewhere cannot be asked.
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
