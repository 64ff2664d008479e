import { ExternalApiError } from '#server/integrations/external-api.ts'
import type { Recalls, VehicleModel } from '#server/integrations/recalls/port.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { recallsRepository as repository } from './recalls.repository.ts'

/** Each model is looked up once a night. A second run soon after only looks up what is missing. */
const FRESH_MS = 20 * 3_600_000
/** After this many consecutive failures, the authority of a country is not called again until the next night. */
const FAILURES_MAX = 8
/** Look-ups of models between the nights, in one run. The authorities' services are public and shared. */
const NEW_MODELS_MAX = 200

type RecallsUseCase = DatabaseUseCase<'recalls' | 'announce' | 'log'>

/**
 * Looks up the recalls of the models of all active vehicles and updates the fleets (ruling 21). Idempotent, and safe to
 * stop at any point. A failed look-up leaves the stored recalls unchanged.
 */
export async function refreshRecalls(useCase: RecallsUseCase): Promise<void> {
  const { db, clock, ports } = useCase
  const since = new Date(clock().getTime() - FRESH_MS)
  if (ports.recalls !== null) await lookUp(useCase, ports.recalls, await repository.modelsToLookUp(db, since))
  for (const { id } of await repository.fleets(db))
    if (await repository.matchFleet(db, id)) ports.announce(id)
}

/**
 * Looks up models that no vehicle had before and updates the fleets that have them (DSH-043). Failed look-ups are
 * repeated at night.
 */
export async function lookUpNewModels(useCase: RecallsUseCase): Promise<void> {
  const { db, ports } = useCase
  if (ports.recalls === null) return
  await lookUp(useCase, ports.recalls, await repository.newModels(db, NEW_MODELS_MAX))
  for (const { id } of await repository.outdatedFleets(db))
    if (await repository.matchFleet(db, id)) ports.announce(id)
}

async function lookUp(
  { db, clock, ports }: RecallsUseCase,
  recalls: Recalls,
  models: readonly VehicleModel[],
): Promise<void> {
  const failures = { US: 0, CA: 0 }
  for (const model of models) {
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
