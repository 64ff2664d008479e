import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import type { FaultServer } from '#tests/offline/fault-server.ts'
import type { Scenario, Victim } from './scenarios.ts'
import type { Stage } from './stage.ts'

/** A ready client starts to send within this time, unless it has nothing to send. */
const START_MS = 1000

/**
 * Ends tab, worker or browser at seeded times, which are the same for every client. Returns the number of kills during
 * an open request.
 */
export async function applyKills(stage: Stage, { kills }: Scenario, seed: number): Promise<number> {
  if (!kills) return 0
  const { what, times, afterMs } = kills
  const random = seededRandom(`${seed}/kills`)
  let inUpload = 0
  for (let done = 0; done < times; done++) {
    await begunToSend(stage.server)
    await sleep(afterMs[0] + random() * (afterMs[1] - afterMs[0]))
    if (stage.server.ledger.open > 0) inUpload++
    await end(stage, what[done % what.length] ?? 'tab')
    await stage.tabs[0]?.wake()
  }
  return inUpload
}

async function end(stage: Stage, victim: Victim): Promise<void> {
  if (victim === 'worker') return stage.tabs[0]?.stopWorkers()
  const tabs = stage.tabs.splice(0)
  if (victim === 'tab') for (const { page } of tabs) await page.close()
  else {
    await stage.chromium.kill()
    stage.chromium = await stage.profile.launch()
  }
  await stage.openTab()
}

/**
 * Waits until a request is open, so that kills hit one even on a slow machine. The wait is short, because everything
 * may have been sent.
 */
async function begunToSend({ ledger }: FaultServer): Promise<void> {
  const until = Date.now() + START_MS
  while (ledger.open === 0 && Date.now() < until) await sleep(10)
}
