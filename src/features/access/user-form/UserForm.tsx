import type { User } from '#contract/access/users.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { TwoStepDialog } from '#src/ui/dialog/TwoStepDialog.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { AccessStep } from './AccessStep.tsx'
import { PersonStep } from './parts/PersonStep.tsx'
import { UserSaveError } from './parts/UserSaveError.tsx'
import { useUserForm } from './useUserForm.ts'
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
    <ClaimedDraft
      form={`user:${context === 'fmc' ? 'fmc:' : ''}${user?.id ?? 'new'}`}
      isOfCompany={context === 'fmc'}
    >
      {(draft) => <ClaimedForm {...props} draft={draft} />}
    </ClaimedDraft>
  )
}

function ClaimedForm({ draft, onClose, vehicles, ...given }: UserFormProps & { draft: OwnDraft }) {
  const t = useTexts('users')
  const isOnline = useOnline()
  const form = useUserForm({ ...given, slot: draft.slot })
  return (
    <TwoStepDialog
      title={form.isNew ? t('users:form.new') : t('users:form.edit')}
      stepsLabel={t('users:form.steps')}
      steps={[t('users:form.person'), t('users:form.access')]}
      step={form.step}
      submitLabel={form.isNew ? t('users:form.add') : t('users:form.save')}
      isBusy={form.isBusy}
      disabledReason={!isOnline && t('users:offline.form')}
      onSubmit={form.submit}
      onBack={form.back}
      onClose={onClose}
    >
      {!isOnline && (
        <AlertBox type="notice" title={t('users:offline.title')} message={t('users:offline.form')} />
      )}
      <DraftElsewhereNotice draft={draft} isEdit={given.user !== null} />
      {form.restoredAt !== undefined && <DraftNotice savedAt={form.restoredAt} onDiscard={form.discard} />}
      <UserSaveError form={form} />
      {form.step === 1 ? <PersonStep form={form} /> : <AccessStep form={form} vehicles={vehicles} />}
    </TwoStepDialog>
  )
}
