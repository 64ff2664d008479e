import { ExternalApiError } from '#server/integrations/external-api.ts'
import type { Recalls } from '#server/integrations/recalls/port.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { recallsRepository as repository } from './recalls.repository.ts'

/** Each model is looked up once a night. A second run soon after only looks up what is missing. */
const FRESH_MS = 20 * 3_600_000
/** After this many consecutive failures, the authority of a country is not called again until the next night. */
const FAILURES_MAX = 8

type RecallsUseCase = DatabaseUseCase<'recalls' | 'announce' | 'log'>

/**
 * Looks up the recalls of the models of all active vehicles and updates the fleets (ruling 21). Idempotent, and safe to
 * stop at any point. A failed look-up leaves the stored recalls unchanged.
 */
export async function refreshRecalls(useCase: RecallsUseCase): Promise<void> {
  const { db, ports } = useCase
  if (ports.recalls !== null) await lookUp(useCase, ports.recalls)
  for (const { id } of await repository.fleets(db))
    if (await repository.matchFleet(db, id)) ports.announce(id)
}

async function lookUp({ db, clock, ports }: RecallsUseCase, recalls: Recalls): Promise<void> {
  const failures = { US: 0, CA: 0 }
  const since = new Date(clock().getTime() - FRESH_MS)
  for (const model of await repository.modelsToLookUp(db, since)) {
    const { country } = model
    if (failures[country] >= FAILURES_MAX) continue
    try {
      await repository.putLookup(db, model, await recalls.of(model), clock())
      failures[country] = 0
    } catch (error) {
      if (!(error instanceof ExternalApiError)) throw error
      ports.log.warn({ err: error, ...model }, 'Recalls of a model could not be looked up')
      failures[country]++
      await repository.putFailure(db, model, clock())
    }
  }
}
