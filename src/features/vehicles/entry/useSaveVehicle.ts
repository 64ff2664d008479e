import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { localToday } from '#domain/core/days.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import type { FormState } from '#src/forms/useFormState.ts'
import { isUndecided, type SaveOutcome, useSaveForm } from '#src/forms/useSaveForm.ts'
import {
  draftOfCreated,
  merged,
  type SentVehicle,
  toChange,
  toNew,
  type VehicleDraft,
  type VehicleValues,
} from './vehicle-draft.ts'

type Write = FormState<VehicleDraft>['write']
type Outcome = SaveOutcome<VehicleDetail, keyof VehicleValues>

/** Saves a vehicle. Online only; on failure the form keeps its values and returns to the failed step (VEH-031). */
export function useSaveVehicle(
  id: number | null,
  form: Pick<FormState<VehicleDraft>, 'write' | 'showErrors'>,
  onSaved: (vehicle: VehicleDetail) => void,
) {
  const { write } = form
  return useSaveForm({
    perform: (draft: VehicleDraft) => (id === null ? create(draft, write) : update(id, draft, write)),
    form,
    onSaved,
  })
}

/** Creates the vehicle once, even if an earlier response was lost and values changed since. */
async function create(draft: VehicleDraft, write: Write): Promise<Outcome> {
  const { key, values, acceptsCheckDigit, unanswered } = draft
  if (unanswered && unanswered.key !== key) {
    const made = await send(unanswered).catch(nullIfRejected)
    if (made) return changeArrived(made, unanswered, { draft, write })
  }
  const sent = { key, values, acceptsCheckDigit }
  write((before) => ({ ...before, unanswered: sent }))
  try {
    return { saved: await send(sent) }
  } catch (error) {
    if (!isUndecided(toFailure(error))) write((before) => ({ ...before, unanswered: null }))
    throw error
  }
}

const send = (sent: SentVehicle) => api.vehicles.create(toNew(sent), { context: { key: sent.key } })

/** A rejected call created nothing. For any other failure that is unknown. */
function nullIfRejected(error: unknown): null {
  if (isUndecided(toFailure(error))) throw error
  return null
}

async function changeArrived(
  made: VehicleDetail,
  { values }: SentVehicle,
  { draft, write }: { draft: VehicleDraft; write: Write },
): Promise<Outcome> {
  const { odometer } = draft.values
  if (odometer && odometer !== values.odometer)
    await api.odometer.create(
      {
        id: draft.key,
        vehicle_id: made.id,
        value: wholeNumber(odometer) ?? Number.NaN,
        read_on: localToday(),
      },
      { context: { key: crypto.randomUUID() } },
    )
  return update(made.id, draftOfCreated(draft, made), write)
}

/** Sends the changed fields. Changes by others stay; if both changed the same field, the user decides (decision 21). */
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
