import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { MaintenancePreferences, Preferences } from '#contract/access/preferences.ts'
import { api } from '#src/api/client.ts'
import { type FormState, useFormState } from '#src/forms/useFormState.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { meQuery } from '#src/session/account-queries.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
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

export interface LoadedPreferences {
  saved: Preferences
  reminders: MaintenancePreferences
}

/** State of the preferences form. The typed text survives a refusal, an expired session and a reload. */
export function usePreferencesForm(given: LoadedPreferences, slot: DraftSlot, onSaved: () => void) {
  const t = useTexts('preferences')
  const textOf = useFailureText()
  // Keeps the first value: newer data from another device must not change what is being typed.
  const [loaded] = useState(given)
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
  const save = useSavePreferences({ loaded, initial, form, onSaved })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isBusy || !navigator.onLine) return
    save.reset()
    if (form.accept(validatePreferences(draft, loaded.saved))) void save.run()
  }

  return {
    ...form,
    loaded,
    submit,
    isBusy: save.isBusy,
    /** Whether the changes require the current password. */
    isMoving: needsPassword(draft, loaded.saved),
    alert: alertOf(),
  }

  function alertOf(): string | undefined {
    if (form.codes.newPasswordConfirmation?.includes('password_mismatch'))
      return t('preferences:refusal.password_mismatch')
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
  onSaved: () => void
}

function useSavePreferences({ loaded, initial, form, onSaved }: SavePreferencesOptions) {
  const t = useTexts('preferences')
  const toast = useToast()
  const queryClient = useQueryClient()
  const { draft } = form
  const { id } = loaded.saved
  return useWrite({
    async call() {
      const now = await api.preferences.show({ id })
      await api.users.update(toPayload(rebaseDraft(now, draft, initial), now))
      if (JSON.stringify(draft.reminders) !== JSON.stringify(loaded.reminders))
        await api.preferences.saveMaintenance({ id, preferences: draft.reminders })
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
