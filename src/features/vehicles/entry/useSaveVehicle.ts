import { useRef, useState } from 'react'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { api } from '#src/api/client.ts'
import { type ApiFailure, isTransient, toFailure } from '#src/api/failure.ts'
import { merged, toChange, toNew, type VehicleDraft, type VehicleValues } from './vehicle-draft.ts'

type Write = (next: (before: VehicleDraft) => VehicleDraft) => void
type Outcome = { saved: VehicleDetail } | { conflicts: (keyof VehicleValues)[] }

/** What keeps a form from being saved. */
export type SaveTrouble = { failure: ApiFailure } | { conflicts: (keyof VehicleValues)[] }

/** Saves a vehicle, now or not at all; the form keeps everything and is back at its first step where it failed (VEH-031). */
export function useSaveVehicle(id: number | null, write: Write, onSaved: (vehicle: VehicleDetail) => void) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<SaveTrouble>()
  // A second tap can come before the next render.
  const isUnderWay = useRef(false)

  async function save(draft: VehicleDraft) {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setBusy(true)
    setTrouble(undefined)
    try {
      const outcome = id === null ? { saved: await create(draft) } : await update(id, draft, write)
      if ('saved' in outcome) return onSaved(outcome.saved)
      setTrouble(outcome)
      write((before) => ({ ...before, step: 1 }))
    } catch (error) {
      const failure = toFailure(error)
      setTrouble({ failure })
      // A call whose answer never came is the same one when it is tried again; what was refused is not.
      const key = isTransient(failure) ? draft.key : crypto.randomUUID()
      write((before) => ({ ...before, step: 1, key }))
    } finally {
      isUnderWay.current = false
      setBusy(false)
    }
  }
  return { save, isBusy, trouble, forget: () => setTrouble(undefined) }
}

const create = (draft: VehicleDraft) => api.vehicles.create(toNew(draft), { context: { key: draft.key } })

/** Sends what was changed. What others changed meanwhile stays; where both changed the same, the person decides (decision 21). */
async function update(id: number, draft: VehicleDraft, write: Write): Promise<Outcome> {
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
