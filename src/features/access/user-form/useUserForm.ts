import { useState } from 'react'
import type { User } from '#contract/access/users.ts'
import { lockedFields, rolesOffered, type UserContext } from '#domain/access/user-rules.ts'
import { useUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { changedFields } from '#src/lib/changed-fields.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useDraft } from '#src/lib/drafts/useDraft.ts'
import { withoutFields } from '#src/lib/field-codes.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import {
  changed,
  draftOf,
  emptyUser,
  parseUser,
  problemsOf,
  problemsOfStep,
  type UserDraft,
  type UserValues,
} from './user-draft.ts'
import { useSaveUser } from './useSaveUser.ts'

interface UserFormOptions {
  slot: DraftSlot
  /** Null: a new one. */
  user: User | null
  context: UserContext
  onSaved: (saved: User) => void
}

/** A user over the two steps of the form: one draft that survives reload, crash and sign-in. */
export function useUserForm({ slot, user, context, onSaved }: UserFormOptions) {
  const { user: actor } = useSession()
  const { country, language } = useFormat()
  const [initial] = useState(() => (user ? draftOf(user) : emptyUser(language)))
  const draft = useDraft<UserDraft>({ slot, initial, parse: parseUser })
  const { value, change: write } = draft
  const locked = user ? lockedFields(actor, user, context) : []
  const saving = useSaveUser({
    ...{ user, context, locked, write },
    onSaved(saved) {
      draft.saved()
      onSaved(saved)
    },
  })
  useUnsavedTyping(changedFields(value.values, (value.base ?? initial).values).length > 0)
  const own = problemsOf(value, context, user?.country ?? country)
  const [asked, setAsked] = useState(0)
  // What was changed since the server refused it.
  const [mended, setMended] = useState<string[]>([])
  const failure = saving.trouble && 'failure' in saving.trouble ? saving.trouble.failure : undefined
  const refused = withoutFields(failure?.fields ?? {}, mended)
  // Once every field that it named was changed, it says no more than that somebody has mended it.
  const isMended = Object.keys(failure?.fields ?? {}).length > 0 && Object.keys(refused).length === 0

  function change(part: Partial<UserValues>) {
    setMended((before) => [...before, ...Object.keys(part)])
    write((before) => changed(before, part))
  }

  /** Goes on, or saves from the last step; what is wrong is shown from then on. */
  function submit() {
    setAsked(Math.max(asked, value.step))
    if (Object.keys(problemsOfStep(value.step, own)).length > 0) return
    if (value.step === 1) return write((before) => ({ ...before, step: 2 }))
    if (Object.keys(problemsOfStep(1, own)).length > 0) return write((before) => ({ ...before, step: 1 }))
    setMended([])
    // Its key tells the server, also after a crash, that it is the same call.
    draft.keepNow()
    void saving.save(value)
  }

  return {
    isNew: user === null,
    context,
    step: value.step,
    values: value.values,
    base: value.base?.values,
    locked,
    roles: rolesOffered(actor, context, user?.roles),
    change,
    /** Of the step that shows, once somebody wanted to go on. */
    codes: {
      ...problemsOfStep(value.step, refused),
      ...(asked >= value.step ? problemsOfStep(value.step, own) : {}),
    },
    submit,
    back: () => write((before) => ({ ...before, step: 1 })),
    /** Gives up the own value of these fields for what stands on the server now. */
    takeTheirs(fields: readonly (keyof UserValues)[]) {
      const theirs = value.base?.values
      if (theirs)
        write((before) => changed(before, Object.fromEntries(fields.map((name) => [name, theirs[name]]))))
      saving.forget()
    },
    isBusy: saving.isBusy,
    failure: isMended ? undefined : failure,
    /** Fields that somebody else changed meanwhile too. */
    conflicts: saving.trouble && 'conflicts' in saving.trouble ? saving.trouble.conflicts : [],
    restoredAt: draft.restoredAt,
    discard() {
      draft.discard()
      setAsked(0)
      saving.forget()
    },
  }
}
export type UserFormState = ReturnType<typeof useUserForm>
