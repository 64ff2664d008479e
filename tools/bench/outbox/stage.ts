import { createFaultServer, type FaultServer } from '#tests/offline/fault-server.ts'
import { openSlowConnection, type SlowConnection } from '#tests/support/slow-connection.ts'
import { type ChromiumProfile, freshProfile, type RunningChromium } from './chromium-profile.ts'
import type { Client } from './clients.ts'
import { openTab, type Tab } from './open-tab.ts'

/** The environment of one run; kills replace browser and tabs. */
export interface Stage {
  client: Client
  server: FaultServer
  /** Null: the browser connects to the server directly. */
  line: SlowConnection | null
  profile: ChromiumProfile
  chromium: RunningChromium
  tabs: Tab[]
  openTab(): Promise<void>
  close(): Promise<void>
}

export interface StageOptions {
  client: Client
  seed: number
  dedup: boolean
  hasLine: boolean
  quotaBytes?: number | undefined
}

/** Creates a server that refuses everything and an empty browser without tabs. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { client, seed, dedup, hasLine, quotaBytes } = options
  const server = await createFaultServer({ seed, dedup, refuse: true, pages: client.pages })
  const line = hasLine ? await openSlowConnection(server.origin) : null
  const profile = freshProfile()
  const stage: Stage = {
    client,
    server,
    line,
    profile,
    chromium: await profile.launch(),
    tabs: [],
    async openTab() {
      const { origin } = line ?? server
      stage.tabs.push(await openTab(stage.chromium, { origin, client, quotaBytes }))
    },
    async close() {
      await stage.chromium.kill().catch(() => undefined)
      await line?.close()
      await server.close()
      profile.remove()
    },
  }
  return stage
}
