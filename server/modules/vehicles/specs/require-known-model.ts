import type { VehicleFields } from '#contract/vehicles/vehicle-entry.ts'
import { ExternalCallNeeded } from '#server/external-call.ts'
import type { VehicleCatalog } from '#server/integrations/vehicle-catalog/port.ts'
import { Problem } from '#server/problem.ts'

type ModelIds = Pick<VehicleFields, 'motorMakeID' | 'motorModelID'>

/** Throws a validation error if the catalog lacks the make, or the model of that make. */
export type RequireKnownModel = (vehicle: ModelIds, stored?: ModelIds) => void

/**
 * Returns a check for the work of one write. It looks the ids up between two runs of the transaction. Ids that are already
 * stored stay valid: the catalog may have had them when the vehicle was saved.
 */
export function knownModelCheck(catalog: VehicleCatalog): RequireKnownModel {
  const checked = new Set<string>()
  return ({ motorMakeID: makeId, motorModelID: modelId }, stored) => {
    const isSameMake = makeId === stored?.motorMakeID
    if (!makeId || (isSameMake && modelId === stored?.motorModelID)) return
    const ids = `${makeId} ${modelId}`
    if (checked.has(ids)) return
    throw new ExternalCallNeeded({
      make: async () => {
        if (!isSameMake && !(await catalog.hasMake(makeId)))
          throw new Problem('validation', { fields: { motorMakeID: ['id'] } })
        if (modelId && !(await catalog.models(null, makeId)).some(({ id }) => id === modelId))
          throw new Problem('validation', { fields: { motorModelID: ['id'] } })
        checked.add(ids)
      },
      discard: async () => {},
      isRecorded: () => true,
    })
  }
}
