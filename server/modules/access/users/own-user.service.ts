import type { User, UserChange } from '#contract/access/users.ts'
import * as rules from '#domain/access/user-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase, Precondition, UseCase } from '#server/use-case.ts'
import { type PreferencesRequest, savePreferences } from '../preferences/preferences.service.ts'
import { validateUserFields } from './user-checks.ts'
import {
  assign,
  factsOf,
  lockVehiclesOf,
  readWholeUser,
  recordChanges,
  rejectLocked,
  rejectStale,
  userActorOf,
} from './user-writer.ts'
import { type UserHead, usersRepository } from './users.repository.ts'

/** Runs a write once per Idempotency-Key, within its transaction. */
interface WriteOnce {
  once(tx: Transaction, work: (precondition: Precondition) => Promise<User>): Promise<User>
}

/**
 * Updates the actor's own account: the preferences and, if they may edit users, the rest of the form (USR-068,
 * decision 24). Runs in one transaction. Errors: see the contract.
 */
export async function updateOwnUser(
  { db, clock, ports }: DatabaseUseCase<'brands' | 'mail'>,
  actor: Actor,
  input: UserChange,
  { request, write }: { request: PreferencesRequest; write: WriteOnce },
): Promise<User> {
  const { id } = input
  const { form, own } = splitForm(input)
  return savePreferences({ db, clock, ports }, actor, { ...own, id }, request, (tx, saveOwn) =>
    write.once(tx, async ({ ifMatch }) => {
      const user = await usersRepository.lockOwn(tx, id)
      if (!user) throw new Problem('not_found')
      const before = await readWholeUser({ db: tx, actor, clock }, id)
      rejectStale(user, ifMatch, before)
      await lockVehiclesOf(tx, { id, fleetId: user.fleet_id }, before, input)
      await saveOwn()
      if (Object.keys(form).length > 0) await writeForm({ tx, actor, ports }, user, form)
      await usersRepository.bumpRevision(tx, id)
      const after = await readWholeUser({ db: tx, actor, clock }, id)
      await recordChanges({ tx, actor }, 'user.updated', before, after)
      return after
    }),
  )
}

/** Writes the form fields that are not preferences. */
async function writeForm(
  useCase: Pick<UseCase<'brands'>, 'tx' | 'actor' | 'ports'>,
  user: UserHead,
  form: Omit<UserChange, 'id'>,
): Promise<void> {
  const { tx, actor } = useCase
  const facts = await factsOf(useCase, user)
  if (!rules.canEditUser(userActorOf(actor), user, facts.context)) throw new Problem('not_allowed')
  rejectLocked(['roles'], user, form)
  await validateUserFields(tx, actor, form, facts)
  await usersRepository.update(tx, user.id, form)
  await assign(tx, { id: user.id, fleetId: user.fleet_id }, form)
}

/** Separates preferences from fields of the user form. A phone number is a preference; clearing it is not. */
function splitForm(input: UserChange) {
  const { id: _, roles, language, address, city, state, garaging_zip, other_id, ...rest } = input
  const { vehicle_ids, added_vehicle_ids, removed_vehicle_ids, approvalFleetIds, cellPhone, ...own } = rest
  const form = {
    roles,
    language,
    address,
    city,
    state,
    garaging_zip,
    other_id,
    approvalFleetIds,
    vehicle_ids,
    added_vehicle_ids,
    removed_vehicle_ids,
    ...(cellPhone === null ? { cellPhone } : {}),
  }
  return { form: given(form), own: typeof cellPhone === 'string' ? { ...own, cellPhone } : own }
}

/** Drops undefined fields. */
const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
