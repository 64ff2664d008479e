import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { startProductionServer } from '#tests/support/production-server.ts'
import { type BenchFleet, makeBenchFleet, makeBenchGround, openBenchSession } from '../support/bench-fleet.ts'

/** A fleet with what its owner's phone will hold once it is in step with the server. */
export interface StagedFleet extends BenchFleet {
  vehicles: number
  histories: number
  /** A session of the owner. */
  token: string
  /** Texts to type in the search of vehicles: numbers at the end of VINs, so that each letter leaves fewer rows. */
  words: string[]
}

export interface Stage {
  url: string
  /** 500 vehicles and 5,000 history rows. */
  usual: StagedFleet
  /** 20 vehicles: little to fetch beside the screen itself. */
  small: StagedFleet
  /** 2,000 vehicles. */
  big: StagedFleet
  /** Goes before the phones do: an offline start has no server. */
  stopServer(): Promise<void>
  remove(): Promise<void>
}

/** The production server with both fleets, on a data folder of its own. */
export async function makeStage(): Promise<Stage> {
  const base = await mkdtemp(join(tmpdir(), 'wheelbook-bench-'))
  await chmod(base, 0o711)
  const server = await startProductionServer({ dataFolder: join(base, 'data'), env: { LOG_LEVEL: 'warn' } })
  const db = openDatabase(server.databaseUrl, { max: 1 })
  const fleet = async (size: { id: number; vehicles: number; histories: number }): Promise<StagedFleet> => {
    const made = await makeBenchFleet(db, size)
    const vins = await db.query<{ word: string }>(
      sql`select lower(right(vin, 5)) as word from vehicles where fleet_id = ${size.id} order by md5(vin) limit 40`,
    )
    const token = await openBenchSession(db, made)
    return { ...made, ...size, token, words: vins.map(({ word }) => word) }
  }
  try {
    await makeBenchGround(db)
    const usual = await fleet({ id: 902, vehicles: 500, histories: 5000 })
    const big = await fleet({ id: 901, vehicles: 2000, histories: 2000 })
    const small = await fleet({ id: 903, vehicles: 20, histories: 60 })
    return {
      url: server.url,
      usual,
      small,
      big,
      stopServer: async () => void (await server.stop()),
      remove: () => rm(base, { recursive: true, force: true, maxRetries: 5 }),
    }
  } finally {
    await db.close()
  }
}
