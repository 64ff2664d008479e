import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { type SaveOutcome, useSaveForm } from '#src/session/useSaveForm.ts'
import { merged, toChange, toNew, type VehicleDraft, type VehicleValues } from './vehicle-draft.ts'

type Write = (next: (before: VehicleDraft) => VehicleDraft) => void

/** Saves a vehicle, now or not at all; the form keeps everything and is back at its first step where it failed (VEH-031). */
export function useSaveVehicle(id: number | null, write: Write, onSaved: (vehicle: VehicleDetail) => void) {
  return useSaveForm({
    perform: async (draft: VehicleDraft) =>
      id === null ? { saved: await create(draft) } : await update(id, draft, write),
    write,
    onSaved,
  })
}

const create = (draft: VehicleDraft) => api.vehicles.create(toNew(draft), { context: { key: draft.key } })

/** Sends what was changed. What others changed meanwhile stays; where both changed the same, the person decides (decision 21). */
async function update(
  id: number,
  draft: VehicleDraft,
  write: Write,
): Promise<SaveOutcome<VehicleDetail, keyof VehicleValues>> {
  const change = toChange(id, draft)
  const ifMatch = draft.base?.rev ?? 0
  if (!change) return { saved: await api.vehicles.show({ id, include: 'all' }) }
  try {
    return { saved: await api.vehicles.update(change, { context: { key: draft.key, ifMatch } }) }
  } catch (error) {
    if (toFailure(error).code !== 'stale') throw error
    const { draft: next, conflicts } = merged(draft, await api.vehicles.show({ id, include: 'all' }))
    write(() => next)
    return conflicts.length > 0 ? { conflicts } : update(id, next, write)
  }
}
