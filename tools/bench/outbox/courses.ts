import { setTimeout as sleep } from 'node:timers/promises'
import type { SaveResult } from './pages/page-api.ts'
import type { Stage } from './stage.ts'

/** Events during a run. The returned numbers go into the report, in seconds unless their name has another unit. */
export interface Course {
  /** Runs before the network is restored. */
  before?(stage: Stage, saved: readonly SaveResult[]): Promise<void>
  /** Runs after that, until the signal aborts at the end of the run. */
  during(stage: Stage, saved: readonly SaveResult[], signal: AbortSignal): Promise<Record<string, number>>
}

/** The session has expired: every write gets 401 until the user signs in again. */
export const loginAfter = (ms: number): Course => ({
  async before({ server, tabs }) {
    server.set({ decide: () => 'not_signed_in' })
    await tabs[0]?.page.evaluate(() => window.bench?.leave())
  },
  async during({ server, tabs }, _told, signal) {
    await sleep(ms, null, { signal })
    const refused = server.ledger.requests.length
    server.set({ decide: null })
    await tabs[0]?.page.evaluate(() => window.bench?.signIn())
    return { 'requests before the sign-in': refused }
  },
})

/** A captive portal replaces the server for a while. No event marks its end. */
export const portalFor = (ms: number): Course => ({
  async before({ server }) {
    server.set({ portal: true })
  },
  async during({ server: { set, ledger } }, _told, signal) {
    await sleep(ms, null, { signal })
    set({ portal: false })
    const openAt = Date.now()
    const before = ledger.requests.length + ledger.probes
    while (!signal.aborted && ledger.requests.length + ledger.probes === before) await sleep(50)
    return { 'until it is noticed': (Date.now() - openAt) / 1000 }
  },
})

const RACE_EVERY_MS = 150

/**
 * Repeatedly triggers both tabs and the worker, as if the network had returned. Baselines have one worker and no race.
 */
export const raceOfTabs = (): Course => ({
  async during({ tabs, client }, _told, signal) {
    let triggers = 0
    while (!signal.aborted) {
      const triggered = tabs.map(async ({ page, sync }) => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')))
        if (client.syncTag === null) await sync('outbox')
      })
      await Promise.all(triggered)
      triggers += tabs.length
      await sleep(RACE_EVERY_MS)
    }
    return { triggers }
  },
})

/**
 * The server fails on one entry until all others have arrived and the failure is shown to the user. Then the server
 * works again.
 */
export const poisonOne = (): Course => ({
  async before({ server }, saved) {
    const bad = badOne(saved)
    server.set({ decide: ({ key }) => (key !== null && key === bad?.key ? 'internal' : undefined) })
  },
  async during({ server, tabs }, saved, signal) {
    const startedAt = Date.now()
    const bad = badOne(saved)
    const others = saved.filter((entry) => entry.accepted && entry !== bad)
    while (!signal.aborted && !others.every(({ id }) => server.world.row(id))) await sleep(100)
    if (signal.aborted) return {}
    const othersDrained = (Math.max(server.ledger.lastNewAt, startedAt) - startedAt) / 1000
    while (!signal.aborted) {
      const shown = await tabs[0]?.page.evaluate(() => window.bench?.needsYou())
      if (bad && shown?.includes(bad.id)) break
      await sleep(200)
    }
    server.set({ decide: null })
    await tabs[0]?.page.evaluate(() => window.bench?.sendNow())
    return { 'others there': othersDrained }
  },
})

const badOne = (saved: readonly SaveResult[]): SaveResult | undefined => saved[Math.floor(saved.length / 4)]
