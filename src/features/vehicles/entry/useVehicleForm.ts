import { useMemo, useRef, useState } from 'react'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { useFormState } from '#src/forms/useFormState.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { changedFields, pickFields } from '#src/lib/changed-fields.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useTwoSteps } from '#src/ui/dialog/useTwoSteps.ts'
import { useSaveVehicle } from './useSaveVehicle.ts'
import { useVinLookup } from './useVinLookup.ts'
import {
  changed,
  draftOf,
  emptyVehicle,
  parseVehicle,
  type VehicleDraft,
  type VehicleValues,
  withLookup,
} from './vehicle-draft.ts'
import { isSameAsSent, problemsOf, problemsOfStep, samePlate } from './vehicle-problems.ts'

/** State of the two-step vehicle form: one draft that survives reload, crash and sign-in. */
export function useVehicleForm(
  slot: DraftSlot,
  vehicle: VehicleDetail | null,
  onSaved: (saved: VehicleDetail) => void,
) {
  const id = vehicle?.id ?? null
  const form = useVehicleDraft(slot, vehicle)
  const { draft: value, write, codes: refused } = form
  const { step, values, acceptsCheckDigit } = value
  const { own, others, isFuelCard } = useProblems(id, value)
  const lookupValues = useRef(values)
  const lookup = useVinLookup((found) => write((before) => withLookup(before, found, lookupValues.current)))
  const saving = useSaveVehicle(id, form, (saved) => {
    form.saved()
    onSaved(saved)
  })

  function change(part: Partial<VehicleValues>) {
    form.correct(Object.keys(part))
    write((before) => changed(before, part))
    if (part.vin === undefined) return
    lookupValues.current = values
    void lookup.onVin(part.vin)
  }

  const save = () => {
    form.accept({})
    void saving.save(value)
  }
  const steps = useTwoSteps({
    step,
    goTo: (next) => write((before) => ({ ...before, step: next })),
    errorsOf: (checked) => problemsOfStep(checked, own),
    save,
  })

  return {
    isNew: vehicle === null,
    isFuelCard,
    step,
    values,
    acceptsCheckDigit,
    change,
    base: value.base?.values,
    accept: (isAccepted: boolean) =>
      write((before) => ({ ...before, acceptsCheckDigit: isAccepted, key: crypto.randomUUID() })),
    /** Errors of the current step, after the user tried to continue. A duplicate VIN shows at once. */
    codes: shown(own, refused, step, steps.isChecked),
    needsCheck: (own.vin ?? []).includes('check_digit') || acceptsCheckDigit,
    twin: samePlate(values.license_plate_number, others),
    double: others.find((other) => other.vin !== null && other.vin === values.vin),
    lookup: lookup.state,
    submit: steps.submit,
    /** Saves without a check of the fields. */
    save,
    /** What is wrong in any field, and what the server rejected. */
    problems: own,
    refused,
    back: steps.back,
    /** Replaces the user's values of these fields with the server's current ones. */
    takeTheirs(fields: readonly (keyof VehicleValues)[]) {
      const theirs = value.base?.values
      if (theirs) write((before) => changed(before, pickFields(theirs, fields)))
      saving.forget()
    },
    /** `conflicts`: fields that someone else changed too (decision 21). */
    isBusy: saving.isBusy,
    failure: saving.failure,
    conflicts: saving.conflicts,
    restoredAt: form.restoredAt,
    discard() {
      form.discard()
      steps.restart()
      lookup.forget()
      saving.forget()
    },
  }
}
export type VehicleFormState = ReturnType<typeof useVehicleForm>

/** The draft of the form. It starts with the vehicle's current values. */
function useVehicleDraft(slot: DraftSlot, vehicle: VehicleDetail | null) {
  const [initial] = useState(() => (vehicle ? draftOf(vehicle) : emptyVehicle()))
  return useFormState<VehicleDraft>({
    slot,
    initial,
    parse: parseVehicle,
    storesInitial: true,
    hasInput: ({ values, base }) => changedFields(values, (base ?? initial).values).length > 0,
  })
}

/** Validates the draft with what this device knows about the fleet. */
function useProblems(id: number | null, draft: VehicleDraft) {
  const { country } = useFormat()
  const { is_fuel_card: isFuelCard } = useSession().fleet
  const others = useOtherVehicles(id, draft.unanswered)
  return { own: problemsOf(draft, { country, isFuelCard, others }), others, isFuelCard }
}

/** Returns all other vehicles on this device, except the new one if the server already has it. */
function useOtherVehicles(id: number | null, unanswered: VehicleDraft['unanswered']) {
  const vehicles = useVehicles()
  return useMemo(
    () => (vehicles ?? []).filter((other) => other.id !== id && !isSameAsSent(other, unanswered)),
    [vehicles, id, unanswered],
  )
}

function shown(own: FieldCodes, refused: FieldCodes, step: 1 | 2, isChecked: boolean): FieldCodes {
  const found = isChecked ? problemsOfStep(step, own) : {}
  const isDouble = own.vin?.includes('duplicate_vin')
  return { ...problemsOfStep(step, refused), ...found, ...(isDouble && { vin: ['duplicate_vin'] }) }
}
