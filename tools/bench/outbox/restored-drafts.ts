import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from './clients.ts'
import { benchEntry } from './entry.ts'
import { openStage } from './stage.ts'

export const RESTORED_DRAFTS = 'restored-drafts'

const ENTRIES = 20
const VEHICLES = 5
/** Seed of the content that the second tab gives to the drafts of the first. */
const CONTENT_SEED = 2
const SETTLE_MS = 30_000

/**
 * Saves the same drafts in two tabs with different content, offline, and then sends them.
 * @returns number of saved entries that are missing on the server
 */
export async function lostOfRestoredDrafts(client: Client): Promise<number> {
  const stage = await openStage({ client, seed: 1, dedup: true, hasLine: false })
  try {
    const wanted = new Set<string>()
    for (const seed of [1, CONTENT_SEED]) {
      await stage.openTab()
      const batch = { seed, idSeed: 1, from: 0, to: ENTRIES, fileBytes: 0, vehicles: VEHICLES }
      const results =
        (await stage.tabs.at(-1)?.page.evaluate((given) => window.bench?.enqueueAll(given), batch)) ?? []
      for (const [index, { accepted }] of results.entries())
        if (accepted) wanted.add(benchEntry(seed, index, VEHICLES).payload.po_number ?? '')
    }
    if (wanted.size !== 2 * ENTRIES) throw new Error(`Only ${wanted.size} entries were saved`)
    stage.server.set({ refuse: false })
    const end = Date.now() + SETTLE_MS
    const missing = () => {
      const { world } = stage.server
      const there = new Set(world.entityIds().map((id) => world.row(id)?.fields.po_number))
      return [...wanted].filter((number) => !there.has(number)).length
    }
    while (missing() > 0 && Date.now() < end) {
      await Promise.all(
        stage.tabs.map(({ page }) => page.evaluate(() => window.dispatchEvent(new Event('online')))),
      )
      await sleep(500)
      if ((await stage.tabs[0]?.page.evaluate(() => window.bench?.count())) === 0) break
    }
    return missing()
  } finally {
    await stage.close()
  }
}
