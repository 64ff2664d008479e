import type { VehicleFields } from '#contract/vehicles/vehicle-entry.ts'
import type { VehicleCatalog } from '#server/integrations/vehicle-catalog/port.ts'
import { Problem } from '#server/problem.ts'

/** Throws a validation error if the catalog lacks the make, or the model of that make. */
export async function requireKnownModel(
  catalog: VehicleCatalog,
  { motorMakeID: makeId, motorModelID: modelId }: Pick<VehicleFields, 'motorMakeID' | 'motorModelID'>,
): Promise<void> {
  if (!makeId) return
  const models = await catalog.models(null, makeId)
  if (models.length === 0) throw new Problem('validation', { fields: { motorMakeID: ['id'] } })
  if (modelId && !models.some(({ id }) => id === modelId))
    throw new Problem('validation', { fields: { motorModelID: ['id'] } })
}
