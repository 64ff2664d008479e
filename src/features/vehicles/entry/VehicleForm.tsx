import Button from '@mui/material/Button'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import type { VehicleDetail } from '#contract/vehicles/vehicles.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { DetailsStep } from './parts/DetailsStep.tsx'
import { IdentityStep } from './parts/IdentityStep.tsx'
import { SaveTroubleAlert } from './parts/SaveTroubleAlert.tsx'
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
  const { step } = form
  const steps = [t('vehicle-form:step.identity'), t('vehicle-form:step.details')]
  return (
    <ResponsiveDialog
      open
      width="md"
      title={form.isNew ? t('vehicle-form:title.new') : t('vehicle-form:title.edit')}
      onClose={onClose}
      onSubmit={form.submit}
      actions={
        <>
          {step === 1 ? (
            <Button onClick={onClose} sx={{ minHeight: 44 }}>
              {t('common:action.cancel')}
            </Button>
          ) : (
            <Button onClick={form.back} sx={{ minHeight: 44 }}>
              {t('common:action.back')}
            </Button>
          )}
          {step === 1 ? (
            <Button key="next" type="submit" variant="contained" sx={{ minHeight: 44 }}>
              {t('vehicle-form:action.next')}
            </Button>
          ) : (
            <ActionButton
              key="save"
              type="submit"
              variant="contained"
              loading={form.isBusy}
              disabledReason={!isOnline && t('vehicle-form:offline.message')}
              sx={{ minHeight: 44 }}
            >
              {form.isNew ? t('vehicle-form:action.add') : t('vehicle-form:action.save')}
            </ActionButton>
          )}
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Stepper activeStep={step - 1} aria-label={t('vehicle-form:step.label')}>
          {steps.map((label) => (
            <Step key={label}>
              <StepLabel>{label}</StepLabel>
            </Step>
          ))}
        </Stepper>
        {!isOnline && (
          <AlertBox
            type="notice"
            title={t('vehicle-form:offline.title')}
            message={t('vehicle-form:offline.message')}
          />
        )}
        <DraftElsewhereNotice draft={draft} isEdit={vehicle !== null} />
        {form.restoredAt !== undefined && <DraftNotice savedAt={form.restoredAt} onDiscard={form.discard} />}
        <SaveTroubleAlert form={form} />
        {step === 1 ? <IdentityStep form={form} /> : <DetailsStep form={form} />}
      </Stack>
    </ResponsiveDialog>
  )
}
