import { useQuery } from '@tanstack/react-query'
import { toFailure } from '#src/api/failure.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { NotificationFields } from './NotificationFields.tsx'
import { PasswordFields } from './parts/PasswordFields.tsx'
import { ProfileFields } from './parts/ProfileFields.tsx'
import { ReminderFields } from './parts/ReminderFields.tsx'
import { preferencesQuery, remindersQuery } from './preferences.queries.ts'
import { type LoadedPreferences, usePreferencesForm } from './usePreferencesForm.ts'

/**
 * Profile, password and notifications of the signed-in user. Calls `onSaved` once the server has all of it (USR-057 to
 * USR-068).
 */
export function PreferencesForm({ onSaved }: { onSaved: () => void }) {
  const { user } = useSession()
  const textOf = useFailureText()
  const saved = useQuery(preferencesQuery(user.id))
  const reminders = useQuery(remindersQuery(user.id))
  const error = saved.error ?? reminders.error
  if (saved.data && reminders.data)
    return (
      <ClaimedDraft form="preferences" waiting={<SkeletonList />}>
        {(own) => (
          <Form own={own} loaded={{ saved: saved.data, reminders: reminders.data }} onSaved={onSaved} />
        )}
      </ClaimedDraft>
    )
  if (!error) return <SkeletonList />
  const retry = () => {
    void saved.refetch()
    void reminders.refetch()
  }
  return <ErrorPanel message={textOf(toFailure(error))} onRetry={retry} />
}

interface FormProps {
  own: OwnDraft
  loaded: LoadedPreferences
  onSaved: () => void
}

function Form({ own, loaded: given, onSaved }: FormProps) {
  const t = useTexts('preferences')
  const isOnline = useOnline()
  const form = usePreferencesForm(given, own.slot, onSaved)
  const { frame, loaded, restoredAt, draft, change, codes: faults, alert, isBusy, isMoving, submit } = form
  const { parts, country } = loaded.saved
  const fields = { draft, change, faults }
  return (
    <Stack component="form" ref={frame} noValidate onSubmit={submit} sx={{ gap: 2 }}>
      {!isOnline && <AlertBox type="notice" message={t('preferences:form.offline')} />}
      <DraftElsewhereNotice draft={own} isEdit />
      {restoredAt !== undefined && <DraftNotice savedAt={restoredAt} onDiscard={form.discard} />}
      {/* A saved form starts over, so it cannot be changed during the save. */}
      <Stack inert={isBusy} sx={{ gap: 2 }}>
        {parts.profile && <ProfileFields {...fields} parts={parts} country={country} />}
        {parts.profile && <PasswordFields {...fields} needsCurrent={isMoving} />}
        <NotificationFields draft={draft} change={change} />
        <ReminderFields draft={draft} change={change} />
      </Stack>
      {alert && <AlertBox type="error" message={alert} />}
      <ActionButton
        type="submit"
        variant="contained"
        size="large"
        loading={isBusy}
        sx={{ alignSelf: { sm: 'flex-start' } }}
        disabledReason={!isOnline && t('preferences:form.offline')}
      >
        {t('preferences:form.save')}
      </ActionButton>
    </Stack>
  )
}
