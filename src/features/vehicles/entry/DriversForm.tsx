import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { FormDialog } from '#src/ui/dialog/FormDialog.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { DriversField } from './DriversField.tsx'
import { SaveTroubleAlert } from './parts/SaveTroubleAlert.tsx'
import { useVehicleForm } from './useVehicleForm.ts'

interface DriversFormProps {
  vehicle: VehicleDetail
  onSaved: (vehicle: VehicleDetail) => void
  onClose: () => void
}

/** Assigns drivers, for users who may change nothing else of a vehicle (USR-030). */
export function DriversForm(props: DriversFormProps) {
  return (
    <ClaimedDraft form={`vehicle:${props.vehicle.id}`}>
      {(draft) => <ClaimedForm {...props} draft={draft} />}
    </ClaimedDraft>
  )
}

function ClaimedForm({ draft, vehicle, onSaved, onClose }: DriversFormProps & { draft: OwnDraft }) {
  const t = useTexts('vehicle-form', 'fields', 'errors')
  const isOnline = useOnline()
  const form = useVehicleForm(draft.slot, vehicle, onSaved)
  return (
    <FormDialog
      title={t('vehicle-form:title.drivers')}
      submitLabel={t('vehicle-form:action.save')}
      isBusy={form.isBusy}
      disabledReason={!isOnline && t('vehicle-form:offline.message')}
      onSubmit={form.save}
      onClose={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <DraftElsewhereNotice draft={draft} isEdit={vehicle !== null} />
        {form.restoredAt !== undefined && <DraftNotice savedAt={form.restoredAt} onDiscard={form.discard} />}
        <SaveTroubleAlert form={form} />
        <DriversField
          value={form.values.drivers}
          onChange={(drivers) => form.change({ drivers })}
          error={undefined}
        />
      </Stack>
    </FormDialog>
  )
}
