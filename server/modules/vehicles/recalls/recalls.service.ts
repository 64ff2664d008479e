import type { Database } from '#server/db/database.ts'
import { ExternalApiError } from '#server/integrations/external-api.ts'
import type { Recalls } from '#server/integrations/recalls/port.ts'
import { recallsRepository as repository } from './recalls.repository.ts'

/** Each model is looked up once a night. A second run soon after only looks up what is missing. */
const FRESH_MS = 20 * 3_600_000
/** After this many consecutive failures, the authority is not called again until the next night. */
const FAILURES_MAX = 8

interface RecallsDeps {
  db: Database
  /** null: this installation looks up no recalls. */
  source: Recalls | null
  announce: (fleetId: number) => void
  log: { warn(about: object, message: string): void }
  now: () => Date
}

/** Recalls of the fleets' vehicles, by year, make and model (ruling 21). */
export function recallsService({ db, source, announce, log, now }: RecallsDeps) {
  async function lookUp(recalls: Recalls): Promise<void> {
    let failures = 0
    const since = new Date(now().getTime() - FRESH_MS)
    for (const model of await repository.modelsToLookUp(db, since)) {
      try {
        await repository.putLookup(db, model, await recalls.of(model), now())
        failures = 0
      } catch (error) {
        if (!(error instanceof ExternalApiError)) throw error
        log.warn({ err: error, ...model }, 'Recalls of a model could not be looked up')
        if (++failures >= FAILURES_MAX) return
      }
    }
  }

  return {
    /**
     * Looks up the models of all active vehicles and updates the fleets. Idempotent, and safe to stop at any point. A
     * failed look-up leaves the stored recalls unchanged.
     */
    async refreshAll(): Promise<void> {
      if (source !== null) await lookUp(source)
      for (const { id } of await repository.fleets(db)) if (await repository.matchFleet(db, id)) announce(id)
    },
  }
}
export type RecallsService = ReturnType<typeof recallsService>
