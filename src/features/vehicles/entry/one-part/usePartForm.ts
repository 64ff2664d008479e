import { useState } from 'react'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { useVehicleForm, type VehicleFormState } from '#src/features/vehicles/entry/useVehicleForm.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { problemsOfPart, type VehiclePart } from './vehicle-parts.ts'

interface PartFormOptions {
  slot: DraftSlot
  part: VehiclePart
  vehicle: VehicleDetail
  onSaved: (saved: VehicleDetail) => void
}

/**
 * State of the form of one part. Only its fields are validated: a vehicle's older data may break a rule elsewhere, which
 * must not block the edit.
 */
export function usePartForm({ slot, part, vehicle, onSaved }: PartFormOptions): VehicleFormState {
  const form = useVehicleForm(slot, vehicle, onSaved)
  const [isAsked, setAsked] = useState(false)
  const own = problemsOfPart(part, form.problems)
  return {
    ...form,
    codes: { ...problemsOfPart(part, form.refused), ...(isAsked && own) },
    submit() {
      setAsked(true)
      if (Object.keys(own).length === 0) form.save()
    },
  }
}
