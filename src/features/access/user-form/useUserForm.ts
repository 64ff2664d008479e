import { useState } from 'react'
import type { User } from '#contract/access/users.ts'
import { lockedFields, rolesOffered, type UserContext } from '#domain/access/user-rules.ts'
import { useFormState } from '#src/forms/useFormState.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { changedFields, pickFields } from '#src/lib/changed-fields.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useTwoSteps } from '#src/ui/dialog/useTwoSteps.ts'
import {
  changeDraft,
  draftOf,
  emptyUser,
  errorsOfStep,
  parseUser,
  type UserDraft,
  type UserValues,
  validateUser,
} from './user-draft.ts'
import { useSaveUser } from './useSaveUser.ts'

interface UserFormOptions {
  slot: DraftSlot
  /** Null: a new user. */
  user: User | null
  context: UserContext
  onSaved: (saved: User) => void
}

/** State of the two-step user form: one draft that survives a reload, a crash and a new sign-in. */
export function useUserForm({ slot, user, context, onSaved }: UserFormOptions) {
  const { user: actor } = useSession()
  const { country, language } = useFormat()
  const [initial] = useState(() => (user ? draftOf(user) : emptyUser(language)))
  const form = useFormState<UserDraft>({
    slot,
    initial,
    parse: parseUser,
    storesInitial: true,
    hasInput: ({ values, base }) => changedFields(values, (base ?? initial).values).length > 0,
  })
  const { draft: value, write } = form
  const locked = user ? lockedFields(actor, user, context) : []
  const saving = useSaveUser({
    user,
    context,
    locked,
    form,
    onSaved(saved) {
      form.saved()
      onSaved(saved)
    },
  })
  const own = validateUser(value, context, user?.country ?? country)
  const { failure } = saving
  const refused = form.codes
  // Hides the server's message once every field it names was changed.
  const isMended = Object.keys(failure?.fields ?? {}).length > 0 && Object.keys(refused).length === 0

  function change(part: Partial<UserValues>) {
    form.correct(Object.keys(part))
    write((before) => changeDraft(before, part))
  }

  const steps = useTwoSteps({
    step: value.step,
    goTo: (step) => write((before) => ({ ...before, step })),
    errorsOf: (step) => errorsOfStep(step, own),
    save() {
      form.accept({})
      // Stores the idempotency key, so that a retry after a crash is recognized.
      form.keepNow()
      void saving.save(value)
    },
  })

  return {
    isNew: user === null,
    context,
    step: value.step,
    values: value.values,
    base: value.base?.values,
    locked,
    roles: rolesOffered(actor, context, user?.roles),
    change,
    /** Errors of the current step, once the user has tried to continue. */
    codes: {
      ...errorsOfStep(value.step, refused),
      ...(steps.isChecked ? errorsOfStep(value.step, own) : {}),
    },
    submit: steps.submit,
    back: steps.back,
    /** Replaces the typed values of these fields with the server's current ones. */
    takeTheirs(fields: readonly (keyof UserValues)[]) {
      const theirs = value.base?.values
      if (theirs) write((before) => changeDraft(before, pickFields(theirs, fields)))
      saving.forget()
    },
    isBusy: saving.isBusy,
    failure: isMended ? undefined : failure,
    /** Fields that someone else changed too. */
    conflicts: saving.conflicts,
    restoredAt: form.restoredAt,
    discard() {
      form.discard()
      steps.restart()
      saving.forget()
    },
  }
}
export type UserFormState = ReturnType<typeof useUserForm>
