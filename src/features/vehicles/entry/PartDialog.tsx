import { useState } from 'react'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { PartFields } from './one-part/PartFields.tsx'
import { problemsOfPart, type VehiclePart } from './one-part/vehicle-parts.ts'
import { EntryNotices } from './parts/EntryNotices.tsx'
import { useVehicleForm, type VehicleFormState } from './useVehicleForm.ts'

interface PartDialogProps {
  part: VehiclePart
  vehicle: VehicleDetail
  title: string
  onSaved: (saved: VehicleDetail) => void
  onClose: () => void
}

/** Dialog that edits one part of a vehicle. For users who may only assign drivers, that part is `drivers` (USR-030). */
export function PartDialog(props: PartDialogProps) {
  return (
    // A draft of its own: what waits in the whole form is not saved along with it.
    <ClaimedDraft form={`vehicle:${props.vehicle.id}:${props.part}`}>
      {(draft) => <ClaimedForm {...props} draft={draft} />}
    </ClaimedDraft>
  )
}

function ClaimedForm(props: PartDialogProps & { draft: OwnDraft }) {
  const { draft, part, title, onClose } = props
  const t = useTexts('vehicle-form', 'fields', 'errors')
  const isOnline = useOnline()
  const form = usePartForm(draft.slot, props)
  return (
    <FormDialog
      title={title}
      submitLabel={t('vehicle-form:action.save')}
      isBusy={form.isBusy}
      disabledReason={!isOnline && t('vehicle-form:offline.message')}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Stack inert={form.isBusy} sx={{ gap: 2 }}>
        <EntryNotices form={form} draft={draft} />
        <PartFields part={part} form={form} />
      </Stack>
    </FormDialog>
  )
}

/**
 * State of the form of one part. Only its fields are validated: a vehicle's older data may break a rule elsewhere, which
 * must not block the edit.
 */
function usePartForm(slot: DraftSlot, { part, vehicle, onSaved }: PartDialogProps): VehicleFormState {
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
