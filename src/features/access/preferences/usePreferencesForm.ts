import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { MaintenancePreferences, Preferences } from '#contract/access/preferences.ts'
import { api } from '#src/api/client.ts'
import { type FormState, useFormState } from '#src/forms/useFormState.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { meQuery } from '#src/session/account-queries.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { preferencesQuery, remindersQuery } from './preferences.queries.ts'
import {
  changesToStore,
  needsPassword,
  type PreferencesDraft,
  rebaseDraft,
  restoreDraft,
  toDraft,
  toPayload,
  validatePreferences,
} from './preferences-draft.ts'
import { saveReminders } from './save-reminders.ts'

export interface LoadedPreferences {
  saved: Preferences
  reminders: MaintenancePreferences
}

/** State of the preferences form. The typed text survives a rejection, an expired session and a reload. */
export function usePreferencesForm(given: LoadedPreferences, slot: DraftSlot, onSaved: () => void) {
  const t = useTexts('preferences')
  const textOf = useFailureText()
  // Keeps the first value: newer data from another device must not change what is being typed.
  const [loaded, setLoaded] = useState(given)
  const [initial] = useState(() => toDraft(loaded.saved, loaded.reminders))
  const form = useFormState<PreferencesDraft>({
    slot,
    initial,
    parse: (value) => restoreDraft(value, initial),
    toStored(draft) {
      const changes = changesToStore(draft, initial)
      return Object.keys(changes).length > 0 ? changes : undefined
    },
  })
  const { draft } = form
  const save = useSavePreferences({ loaded, initial, form, onUserSaved, onSaved })
  const { frame, focusError } = useErrorFocus<HTMLFormElement>()
  // The fields are inert until the save has ended.
  useEffect(() => {
    if (save.failure) focusError()
  }, [save.failure, focusError])

  /** The reminders are not saved yet. Should that fail, the next attempt needs no password. */
  function onUserSaved(email: string | undefined) {
    if (email !== undefined) setLoaded({ ...loaded, saved: { ...loaded.saved, email } })
    form.change({ currentPassword: '', newPassword: '', newPasswordConfirmation: '' })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isBusy || !navigator.onLine) return
    save.reset()
    if (form.accept(validatePreferences(draft, loaded.saved))) void save.run(draft)
    else focusError()
  }

  return {
    ...form,
    loaded,
    frame,
    submit,
    isBusy: save.isBusy,
    /** Whether the changes require the current password. */
    isMoving: needsPassword(draft, loaded.saved),
    alert: alertOf(),
  }

  function alertOf(): string | undefined {
    if (form.codes.newPasswordConfirmation?.includes('password_mismatch'))
      return t('preferences:rejection.password_mismatch')
    if (Object.keys(form.codes).length > 0) return t('preferences:form.check')
    const { failure } = save
    // The sign-in dialog already covers this form; its message would be repeated here.
    return failure && failure.code !== 'not_signed_in' ? textOf(failure) : undefined
  }
}

interface SavePreferencesOptions {
  loaded: LoadedPreferences
  initial: PreferencesDraft
  form: FormState<PreferencesDraft>
  onUserSaved: (email: string | undefined) => void
  onSaved: () => void
}

function useSavePreferences(options: SavePreferencesOptions) {
  const { loaded, initial, form, onUserSaved, onSaved } = options
  const t = useTexts('preferences')
  const toast = useToast()
  const queryClient = useQueryClient()
  const { id } = loaded.saved
  /** The server accepts a key only with the body that it was first sent with. */
  const sent = useRef<{ key: string; payload: ReturnType<typeof toPayload> }>(null)
  return useWrite({
    async call(draft: PreferencesDraft, { key }) {
      if (sent.current?.key !== key) {
        const now = await api.preferences.show({ id })
        sent.current = { key, payload: toPayload(rebaseDraft(now, draft, initial), now) }
      }
      const { payload } = sent.current
      await api.users.update(payload, { context: { key } })
      onUserSaved(payload.email)
      const { reminders } = changesToStore(draft, initial)
      if (reminders) await saveReminders(id, reminders)
    },
    refresh: () => queryClient.invalidateQueries({ queryKey: meQuery().queryKey }),
    onSaved() {
      form.saved()
      queryClient.removeQueries({ queryKey: preferencesQuery(id).queryKey })
      queryClient.removeQueries({ queryKey: remindersQuery(id).queryKey })
      toast('success', t('preferences:form.saved'))
      onSaved()
    },
    onFailed: ({ fields }) => form.accept(fields),
  })
}
