import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import {
  type ChromiumProfile,
  freshProfile,
  type RunningChromium,
} from '#tools/bench/outbox/chromium-profile.ts'
import type { Ledger } from './ledger.ts'
import type { Act, OnDevice } from './page.ts'

/** What is killed at the end of a session. Worker: the page continues. Tab: worker and browser continue. */
export const DEVICE_KILLS = ['browser', 'worker', 'tab'] as const
export type DeviceKill = (typeof DEVICE_KILLS)[number]

const BACKLOG = 150
const TIMEOUT_MS = 20_000

export interface DeviceOptions {
  nth: number
  seed: number
  origin: string
  user: { id: number; fleetId: number; token: string }
  vehicleIds: readonly number[]
  serviceId: number
  ledger: Ledger
}

/** A phone: Chromium with a profile on disk that survives its kills. */
export interface Device {
  kills: Record<DeviceKill, number>
  /** Opens the app, enters this many entries, is killed during that or soon after, and audits what is left. */
  live(entries: number): Promise<void>
  /** Sends until nothing waits, or nothing was sent for `stuckAfterMs`. The rest needs the user. */
  drain(stuckAfterMs: number): Promise<OnDevice>
  remove(): Promise<void>
}

/** Starts a phone with an empty profile. */
export async function startDevice(options: DeviceOptions): Promise<Device> {
  const { nth, seed, origin, user, ledger } = options
  const random = seededRandom(`${seed}/device/${nth}`)
  const profile: ChromiumProfile = freshProfile()
  /** Names of the entries of this device. */
  const mine: string[] = []
  /** Entries whose id may change after the confirmation, because on the server it belongs to another phone's entry. */
  const foreign = new Set<string>()
  const kills = { browser: 0, worker: 0, tab: 0 }
  let chromium = await launch()
  let tabs: Page[] = []

  async function launch(): Promise<RunningChromium> {
    const running = await profile.launch()
    const { hostname } = new URL(origin)
    await running.context.addCookies([
      { name: 'authentication_token', value: user.token, domain: hostname, path: '/', httpOnly: true },
    ])
    await running.context.exposeBinding('saved', (_, act: Act, id: string, digests: string[]) =>
      ledger.recordSaved(act, id, digests),
    )
    await running.context.exposeBinding('refused', (_, act: Act, why: string) => ledger.refuse(act, why))
    return running
  }

  async function open(): Promise<Page> {
    const opened = await chromium.context.newPage()
    await opened.goto(`${origin}/?tenant=${user.fleetId}&user=${user.id}`)
    await opened.waitForFunction(() => window.soak !== undefined)
    await opened.evaluate(() => window.soak?.worker())
    return opened
  }

  /** Returns two tabs of the app and reopens closed ones. */
  async function opened(): Promise<[Page, Page]> {
    const [first = await open(), second = await open()] = tabs
    tabs = [first, second]
    return [first, second]
  }

  async function audit(at: string): Promise<void> {
    const [page] = await opened()
    await ledger.audit(mine, await onDevice(page), `device ${nth}, ${at}`)
  }

  function acts(count: number): Act[] {
    const fresh: string[] = []
    return Array.from({ length: count }, () => {
      const earlier = mine.filter((name) => ledger.isSaved(name) && !foreign.has(name))
      const edited = random() < 0.15 ? any(earlier) : undefined
      if (edited) return actOf('edit', ledger.addEdit(edited))
      const copyOf = random() < 0.15 ? (any(fresh.slice(-3)) ?? idOf(any(earlier))) : undefined
      // Id of another phone's entry, known only to the server.
      const foreignId = random() < 0.02 ? ledger.latestId() : undefined
      const id = foreignId ?? copyOf ?? uuid(random)
      const requested = ledger.addEntry(id)
      mine.push(requested.name)
      if (foreignId) foreign.add(requested.name)
      else fresh.push(id)
      return actOf(foreignId || copyOf ? 'twin' : 'create', { ...requested, id })
    })
  }

  const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const idOf = (name: string | undefined) => (name === undefined ? undefined : ledger.idOf(name))

  function actOf(kind: Act['kind'], input: Pick<Act, 'name' | 'id' | 'poNumber'>): Act {
    const size = random() < 0.01 ? 1_300_000 : 2_000 + Math.floor(random() * 60_000)
    // A draft that is restored twice includes its photo, under the same id.
    const fileId = kind === 'twin' && random() < 0.5 ? input.id : uuid(random)
    return {
      kind,
      ...input,
      serviceId: options.serviceId,
      vehicleId: any(options.vehicleIds) ?? 0,
      files: random() < 0.3 ? [{ id: fileId, name: `${input.poNumber}.pdf`, size }] : [],
    }
  }

  /** Enters twins and some other entries in the second tab, the rest in the first. */
  async function enter(list: Act[]): Promise<void> {
    const isSecond = list.map(({ kind }) => kind === 'twin' || (kind === 'create' && random() < 0.3))
    const parts = [list.filter((_, at) => !isSecond[at]), list.filter((_, at) => isSecond[at])]
    const pages = await opened()
    const entering = pages.map((page, at) =>
      page.evaluate((acts) => window.soak?.enter(acts), parts[at] ?? []),
    )
    await Promise.allSettled(entering)
  }

  async function kill(what: DeviceKill): Promise<void> {
    kills[what]++
    if (what === 'worker') {
      const [page] = await opened()
      const session = await chromium.context.newCDPSession(page)
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
      await session.detach()
      return
    }
    if (what === 'tab') {
      const [closed] = tabs.splice(random() < 0.5 ? 0 : 1, 1)
      await closed?.close()
      return
    }
    await chromium.kill()
    chromium = await launch()
    tabs = []
  }

  return {
    kills,
    async live(entries) {
      await roomIn((await opened())[0])
      await audit('at start')
      const entering = enter(acts(entries))
      const what = DEVICE_KILLS[Math.floor(random() * DEVICE_KILLS.length)] ?? 'browser'
      const life = sleep(200 + random() * 2500)
      // Half of the kills happen while entries are entered, the others some time after.
      await (random() < 0.5 ? life : Promise.all([entering, life]))
      await kill(what)
      // Confirmations of the other tab must arrive before the audit reads.
      await entering
      await audit(`after the kill of its ${what}`)
    },
    async drain(stuckAfterMs) {
      const [page] = await opened()
      let least = Number.POSITIVE_INFINITY
      let progressAt = Date.now()
      for (let nth = 0; Date.now() - progressAt < stuckAfterMs; nth++) {
        const waiting = (await page.evaluate(() => window.soak?.count())) ?? least
        if (waiting === 0) break
        if (waiting < least) [least, progressAt] = [waiting, Date.now()]
        // Operations that were set aside would otherwise wait for an hour.
        if (nth % 10 === 9) await page.evaluate(() => window.soak?.sendNow())
        await sleep(2000)
      }
      return onDevice(page)
    },
    async remove() {
      await chromium.kill().catch(() => {})
      profile.remove()
    },
  }
}

/** Waits while the backlog is too large: users do not enter faster than a phone sends for long. */
async function roomIn(page: Page): Promise<void> {
  const end = Date.now() + TIMEOUT_MS
  while (Date.now() < end && ((await page.evaluate(() => window.soak?.count())) ?? 0) > BACKLOG)
    await sleep(300)
}

const NOTHING: OnDevice = { poNumbers: [], files: [], needsYou: [] }
const onDevice = async (page: Page): Promise<OnDevice> =>
  (await page.evaluate(() => window.soak?.onDevice())) ?? NOTHING

function uuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16))
  hex[12] = '7'
  hex[16] = '8'
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
