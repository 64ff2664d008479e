import Button from '@mui/material/Button'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import type { User } from '#contract/access/users.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
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
import { AccessStep } from './AccessStep.tsx'
import { PersonStep } from './parts/PersonStep.tsx'
import { UserSaveError } from './parts/UserSaveError.tsx'
import { type UserFormState, useUserForm } from './useUserForm.ts'
import type { VehicleChoice } from './VehiclesField.tsx'

interface UserFormProps {
  /** Null: a new user. */
  user: User | null
  context: UserContext
  /** Vehicles of the fleet; undefined while loading. Not used for a management company. */
  vehicles: readonly VehicleChoice[] | undefined
  onSaved: (user: User) => void
  onClose: () => void
}

/** User form in two steps: personal data, then access and notifications; for adding and editing (USR-021, USR-022). */
export function UserForm(props: UserFormProps) {
  const { user, context } = props
  return (
    <ClaimedDraft form={`user:${context === 'fmc' ? 'fmc:' : ''}${user?.id ?? 'new'}`}>
      {(draft) => <ClaimedForm {...props} draft={draft} />}
    </ClaimedDraft>
  )
}

function ClaimedForm({ draft, onClose, vehicles, ...given }: UserFormProps & { draft: OwnDraft }) {
  const t = useTexts('users')
  const isOnline = useOnline()
  const form = useUserForm({ ...given, slot: draft.slot })
  return (
    <ResponsiveDialog
      open
      width="md"
      title={form.isNew ? t('users:form.new') : t('users:form.edit')}
      onClose={onClose}
      onSubmit={form.submit}
      actions={<Actions form={form} onClose={onClose} />}
    >
      <Stack sx={{ gap: 2 }}>
        <Stepper activeStep={form.step - 1} aria-label={t('users:form.steps')}>
          {[t('users:form.person'), t('users:form.access')].map((label) => (
            <Step key={label}>
              <StepLabel>{label}</StepLabel>
            </Step>
          ))}
        </Stepper>
        {!isOnline && (
          <AlertBox type="notice" title={t('users:offline.title')} message={t('users:offline.form')} />
        )}
        <DraftElsewhereNotice draft={draft} isEdit={given.user !== null} />
        {form.restoredAt !== undefined && <DraftNotice savedAt={form.restoredAt} onDiscard={form.discard} />}
        <UserSaveError form={form} />
        {form.step === 1 ? <PersonStep form={form} /> : <AccessStep form={form} vehicles={vehicles} />}
      </Stack>
    </ResponsiveDialog>
  )
}

function Actions({ form, onClose }: { form: UserFormState; onClose: () => void }) {
  const t = useTexts('users')
  const isOnline = useOnline()
  if (form.step === 1)
    return (
      <>
        <Button onClick={onClose} sx={{ minHeight: 44 }}>
          {t('common:action.cancel')}
        </Button>
        <Button key="next" type="submit" variant="contained" sx={{ minHeight: 44 }}>
          {t('users:form.next')}
        </Button>
      </>
    )
  return (
    <>
      <Button onClick={form.back} sx={{ minHeight: 44 }}>
        {t('common:action.back')}
      </Button>
      <ActionButton
        key="save"
        type="submit"
        variant="contained"
        loading={form.isBusy}
        disabledReason={!isOnline && t('users:offline.form')}
        sx={{ minHeight: 44 }}
      >
        {form.isNew ? t('users:form.add') : t('users:form.save')}
      </ActionButton>
    </>
  )
}
