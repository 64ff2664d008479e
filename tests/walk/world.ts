import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright'
import { dayIn } from '#domain/core/days.ts'
import { DEMO_ACCOUNTS } from '#server/db/seed/accounts.ts'
import { seedDemoWorld } from '#server/db/seed/load.ts'
import { sql } from '#server/db/sql.ts'
import { localFileStore } from '#server/integrations/files/local.ts'
import { hashPassword } from '#server/modules/access/passwords.ts'
import type { TestUser } from '#tests/e2e/support/fixtures.ts'
import { startOwnServer } from '#tests/e2e/support/own-server.ts'

export const LANGUAGES = ['en', 'fr'] as const
export type WalkLanguage = (typeof LANGUAGES)[number]

/** Demo accounts of five roles with different screens (USR-030, USR-031). */
export const ACTORS = {
  driver: 'driver@harborline.example',
  manager: 'manager@harborline.example',
  owner: 'owner@harborline.example',
  fmc: 'fmc@meridian.example',
  super: 'super@meridian.example',
} as const
export type ActorName = keyof typeof ACTORS

/** Enough for lists with several pages. */
const VEHICLES = 120
export const SCREENS: Record<'phone' | 'desk', BrowserContextOptions> = {
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  desk: { viewport: { width: 1440, height: 900 } },
}

/** Starts a production server with a small demo world that does not change by itself: no simulated shops. */
export async function startWalkWorld() {
  const server = await startOwnServer({ env: { RECALLS: 'sample' } })
  const files = localFileStore(join(server.dataFolder, 'files'))
  await seedDemoWorld(server.db, {
    today: dayIn(undefined, new Date()),
    bigFleetVehicles: VEHICLES,
    putFile: (key, bytes, type) => files.put(key, bytes, type),
    hashPassword,
  })
  return {
    ...server,
    /** Returns a demo account with its language set, and the address of its brand. */
    async actor(name: ActorName, language: WalkLanguage): Promise<{ user: TestUser; at: string }> {
      const email = ACTORS[name]
      const [user] = await server.db.query<TestUser>(sql`
        update users set language = ${language} where email = ${email}
        returning id, email, '' as password, fleet_id as "fleetId"`)
      const brand = DEMO_ACCOUNTS.find((account) => account.email === email)?.brand
      if (!user || !brand) throw new RangeError(`No demo account ${email}`)
      return { user, at: server.origin(brand) }
    },
  }
}
export type WalkWorld = Awaited<ReturnType<typeof startWalkWorld>>
