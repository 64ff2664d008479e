import type { User } from '#contract/access/users.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import type { FormState } from '#src/forms/useFormState.ts'
import { type SaveOutcome, useSaveForm } from '#src/forms/useSaveForm.ts'
import { mergeWithServer, toNewUser, toUserChange, type UserDraft, type UserValues } from './user-draft.ts'

interface SaveUserOptions {
  /** Null: a new user. */
  user: User | null
  context: UserContext
  /** Fields that cannot be changed, so they are not sent (USR-039). */
  locked: readonly string[]
  form: Pick<FormState<UserDraft>, 'write' | 'showErrors'>
  onSaved: (user: User) => void
}

/** Saves a user immediately; never queued (USR-044). */
export function useSaveUser({ user, context, locked, form, onSaved }: SaveUserOptions) {
  /** Sends the form. Fields that only others changed keep their values; if both changed a field, the user decides. */
  async function update(known: User, draft: UserDraft): Promise<SaveOutcome<User, keyof UserValues>> {
    const { id, fleet_id } = known
    const change = toUserChange(id, draft, context, locked)
    if (!change) return { saved: known }
    const call = { key: draft.key, ifMatch: draft.base?.rev ?? 0 }
    try {
      return { saved: await api.users.update(change, { context: call }) }
    } catch (error) {
      if (toFailure(error).code !== 'stale') throw error
      const current = await api.users.show({ id: fleet_id, userId: id })
      const now = mergeWithServer(draft, current)
      form.write(() => now.draft)
      return now.conflicts.length > 0 ? { conflicts: now.conflicts } : update(current, now.draft)
    }
  }
  return useSaveForm({
    perform: async (draft: UserDraft) =>
      user
        ? update(user, draft)
        : { saved: await api.users.create(toNewUser(draft, context), { context: { key: draft.key } }) },
    form,
    onSaved,
  })
}
