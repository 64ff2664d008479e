import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { EntryNotices } from '#src/features/vehicles/entry/parts/EntryNotices.tsx'
import { useCopyRefresh } from '#src/features/vehicles/entry/useCopyRefresh.ts'
import { VehicleLoader } from '#src/features/vehicles/entry/VehicleLoader.tsx'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { PartFields } from './PartFields.tsx'
import { usePartForm } from './usePartForm.ts'
import type { VehiclePart } from './vehicle-parts.ts'

interface PartFormProps {
  vehicleId: number
  part: VehiclePart
  onClose: () => void
}

/** Edits one part of a vehicle on its page, without the VIN step of the whole form. */
export function PartForm({ vehicleId, part, onClose }: PartFormProps) {
  const t = useTexts('vehicle-form')
  const title = t(`vehicle-form:part.${part}`)
  return (
    <VehicleLoader width="sm" {...{ vehicleId, title, onClose }}>
      {(vehicle) => (
        // A draft of its own: what waits in the whole form is not saved along with it.
        <ClaimedDraft form={`vehicle:${vehicleId}:${part}`}>
          {(draft) => <ClaimedForm {...{ draft, part, vehicle, title, onClose }} />}
        </ClaimedDraft>
      )}
    </VehicleLoader>
  )
}

interface ClaimedFormProps extends Omit<PartFormProps, 'vehicleId'> {
  draft: OwnDraft
  vehicle: VehicleDetail
  title: string
}

function ClaimedForm({ draft, part, vehicle, title, onClose }: ClaimedFormProps) {
  const t = useTexts('vehicle-form', 'fields', 'errors')
  const isOnline = useOnline()
  const toast = useToast()
  const refreshCopy = useCopyRefresh()
  const onSaved = async () => {
    await refreshCopy()
    toast('success', t('vehicle-form:done.updated'))
    onClose()
  }
  const form = usePartForm({ slot: draft.slot, part, vehicle, onSaved: () => void onSaved() })
  return (
    <FormDialog
      title={title}
      submitLabel={t('vehicle-form:action.save')}
      isBusy={form.isBusy}
      disabledReason={!isOnline && t('vehicle-form:offline.message')}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <EntryNotices form={form} draft={draft} />
        <PartFields part={part} form={form} />
      </Stack>
    </FormDialog>
  )
}
