import type { User, UserChange } from '#contract/access/users.ts'
import * as rules from '#domain/access/user-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { PasswordRequest } from '../passwords/passwords.service.ts'
import type { PreferencesService } from '../preferences/preferences.service.ts'
import { validateUserFields } from './user-checks.ts'
import { rejectLocked, rejectStale, type UserWriter, userActorOf } from './user-writer.ts'
import type { UserHead, UsersRepository } from './users.repository.ts'

/** Runs a write once per Idempotency-Key, within its transaction. */
interface WriteOnce {
  once(tx: Transaction, work: (precondition: { ifMatch: number | null }) => Promise<User>): Promise<User>
}

/**
 * Users who edit their own account: the preferences and, if they may edit users, the rest of the form (USR-068,
 * decision 0024).
 */
export function ownUserService(deps: {
  users: UsersRepository
  writing: UserWriter
  preferences: PreferencesService
}) {
  const { users, writing, preferences } = deps

  /** Writes the form fields that are not preferences. */
  async function writeForm(tx: Transaction, actor: Actor, user: UserHead, form: Omit<UserChange, 'id'>) {
    const facts = await writing.factsOf(tx, user)
    if (!rules.canEditUser(userActorOf(actor), user, facts.context)) throw new Problem('not_allowed')
    rejectLocked(['roles'], user, form)
    await validateUserFields(users, tx, actor, form, facts)
    await users.update(tx, user.id, form)
    await writing.assign(tx, { id: user.id, fleetId: user.fleet_id }, form)
  }

  return {
    /** `session`: the one that remains when the password changes. Runs in one transaction. Errors: see the contract. */
    async update(
      actor: Actor,
      input: UserChange,
      from: PasswordRequest,
      { session, write }: { session: string | null; write: WriteOnce },
    ): Promise<User> {
      const { id } = input
      const { form, own } = splitForm(input)
      return preferences.save(actor, { ...own, id }, from, session, (tx, savePreferences) =>
        write.once(tx, async ({ ifMatch }) => {
          const user = await users.lockOwn(tx, id)
          if (!user) throw new Problem('not_found')
          const before = await writing.whole(tx, actor, id)
          rejectStale(user, ifMatch, before)
          await savePreferences()
          if (Object.keys(form).length > 0) await writeForm(tx, actor, user, form)
          await users.bumpRevision(tx, id)
          const after = await writing.whole(tx, actor, id)
          await writing.record(tx, actor, 'user.updated', before, after)
          return after
        }),
      )
    },
  }
}
export type OwnUserService = ReturnType<typeof ownUserService>

/** Separates preferences from fields of the user form. A phone number is a preference; clearing it is not. */
function splitForm(input: UserChange) {
  const { id: _, roles, language, address, city, state, garaging_zip, other_id, ...rest } = input
  const { vehicle_ids, approvalFleetIds, cellPhone, ...own } = rest
  const form = {
    ...{ roles, language, address, city, state, garaging_zip, other_id, vehicle_ids, approvalFleetIds },
    ...(cellPhone === null ? { cellPhone } : {}),
  }
  return { form: given(form), own: typeof cellPhone === 'string' ? { ...own, cellPhone } : own }
}

/** Drops undefined fields. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
