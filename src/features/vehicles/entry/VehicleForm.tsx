import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { TwoStepDialog } from '#src/ui/dialog/TwoStepDialog.tsx'
import { DetailsStep } from './parts/DetailsStep.tsx'
import { EntryNotices } from './parts/EntryNotices.tsx'
import { IdentityStep } from './parts/IdentityStep.tsx'
import { useVehicleForm } from './useVehicleForm.ts'

interface VehicleFormProps {
  /** Null: a new vehicle. */
  vehicle: VehicleDetail | null
  onSaved: (vehicle: VehicleDetail) => void
  onClose: () => void
}

/** The form that adds or edits a vehicle: first its identity, then its details (VEH-027..029). */
export function VehicleForm(props: VehicleFormProps) {
  return (
    <ClaimedDraft form={`vehicle:${props.vehicle?.id ?? 'new'}`}>
      {(draft) => <ClaimedForm {...props} draft={draft} />}
    </ClaimedDraft>
  )
}

function ClaimedForm({ draft, vehicle, onSaved, onClose }: VehicleFormProps & { draft: OwnDraft }) {
  const t = useTexts('vehicle-form', 'fields', 'errors')
  const isOnline = useOnline()
  const form = useVehicleForm(draft.slot, vehicle, onSaved)
  return (
    <TwoStepDialog
      title={form.isNew ? t('vehicle-form:title.new') : t('vehicle-form:title.edit')}
      stepsLabel={t('vehicle-form:step.label')}
      steps={[t('vehicle-form:step.identity'), t('vehicle-form:step.details')]}
      step={form.step}
      submitLabel={form.isNew ? t('vehicle-form:action.add') : t('vehicle-form:action.save')}
      isBusy={form.isBusy}
      disabledReason={!isOnline && t('vehicle-form:offline.message')}
      onSubmit={form.submit}
      onBack={form.back}
      onClose={onClose}
    >
      <EntryNotices form={form} draft={draft} />
      {form.step === 1 ? <IdentityStep form={form} /> : <DetailsStep form={form} />}
    </TwoStepDialog>
  )
}
