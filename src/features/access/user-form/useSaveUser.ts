import type { User } from '#contract/access/users.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { type SaveOutcome, useSaveForm } from '#src/forms/useSaveForm.ts'
import { merged, toChange, toNew, type UserDraft, type UserValues } from './user-draft.ts'

type Write = (next: (before: UserDraft) => UserDraft) => void

interface SaveUserOptions {
  /** Null: a new one. */
  user: User | null
  context: UserContext
  /** Fields that stay as they are, and so are not sent (USR-039). */
  locked: readonly string[]
  write: Write
  onSaved: (user: User) => void
}

/** Saves a user, now or not at all (USR-044). */
export function useSaveUser({ user, context, locked, write, onSaved }: SaveUserOptions) {
  /** Sends the form. What only others changed meanwhile stays; where both changed the same, the person decides. */
  async function update(known: User, draft: UserDraft): Promise<SaveOutcome<User, keyof UserValues>> {
    const { id, fleet_id } = known
    const call = { key: draft.key, ifMatch: draft.base?.rev ?? 0 }
    try {
      return { saved: await api.users.update(toChange(id, draft, context, locked), { context: call }) }
    } catch (error) {
      if (toFailure(error).code !== 'stale') throw error
      const now = merged(draft, await api.users.show({ id: fleet_id, userId: id }))
      write(() => now.draft)
      return now.conflicts.length > 0 ? { conflicts: now.conflicts } : update(known, now.draft)
    }
  }
  return useSaveForm({
    perform: async (draft: UserDraft) =>
      user
        ? update(user, draft)
        : { saved: await api.users.create(toNew(draft, context), { context: { key: draft.key } }) },
    write,
    onSaved,
  })
}
