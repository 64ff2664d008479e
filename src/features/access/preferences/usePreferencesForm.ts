import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import type { MaintenancePreferences, Preferences } from '#contract/access/preferences.ts'
import { api } from '#src/api/client.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { announceDraftSaved } from '#src/lib/drafts/draft-channel.ts'
import {
  type DraftSlot,
  deleteDraft,
  readDraft,
  slotName,
  writeDraft,
} from '#src/lib/drafts/draft-storage.ts'
import { meQuery } from '#src/session/account-queries.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { preferencesQuery, remindersQuery } from './preferences.queries.ts'
import {
  changesToStore,
  type FieldCodes,
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
  const [kept] = useState(() => readDraft(slot, (value) => restoreDraft(value, initial)))
  const [restoredAt, setRestoredAt] = useState(kept?.savedAt)
  const [draft, setDraft] = useState(kept?.value ?? initial)
  useEffect(() => {
    const changed = changesToStore(draft, initial)
    if (Object.keys(changed).length > 0) writeDraft(slot, changed)
    else deleteDraft(slot)
  }, [draft, initial, slot])
  const [faults, setFaults] = useState<FieldCodes>({})
  useUnsavedTyping(JSON.stringify(draft) !== JSON.stringify(initial))

  const save = useSavePreferences({ loaded, initial, draft, slot, onSaved, onRefused: setFaults })

  function change(part: Partial<PreferencesDraft>) {
    setDraft((before) => ({ ...before, ...part }))
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (save.isBusy || !navigator.onLine) return
    save.reset()
    const found = validatePreferences(draft, loaded.saved)
    setFaults(found)
    if (Object.keys(found).length === 0) void save.run()
  }

  function discard() {
    deleteDraft(slot)
    setRestoredAt(undefined)
    setFaults({})
    setDraft(initial)
  }

  return {
    loaded,
    /** When the restored draft was typed, if there is one. */
    restoredAt,
    discard,
    draft,
    change,
    faults,
    submit,
    isBusy: save.isBusy,
    /** Whether the changes require the current password. */
    isMoving: needsPassword(draft, loaded.saved),
    alert: alertOf(),
  }

  function alertOf(): string | undefined {
    if (faults.newPasswordConfirmation?.includes('password_mismatch'))
      return t('preferences:refusal.password_mismatch')
    if (Object.keys(faults).length > 0) return t('preferences:form.check')
    const { failure } = save
    // The sign-in dialog already covers this form; its message would be repeated here.
    return failure && failure.code !== 'not_signed_in' ? textOf(failure) : undefined
  }
}

interface SavePreferencesOptions {
  loaded: LoadedPreferences
  initial: PreferencesDraft
  draft: PreferencesDraft
  slot: DraftSlot
  onSaved: () => void
  onRefused: (faults: FieldCodes) => void
}

function useSavePreferences({ loaded, initial, draft, slot, onSaved, onRefused }: SavePreferencesOptions) {
  const t = useTexts('preferences')
  const toast = useToast()
  const queryClient = useQueryClient()
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
      deleteDraft(slot)
      announceDraftSaved(slotName(slot))
      queryClient.removeQueries({ queryKey: preferencesQuery(id).queryKey })
      queryClient.removeQueries({ queryKey: remindersQuery(id).queryKey })
      toast('success', t('preferences:form.saved'))
      onSaved()
    },
    onFailed: ({ fields }) => onRefused(fields as FieldCodes),
  })
}
