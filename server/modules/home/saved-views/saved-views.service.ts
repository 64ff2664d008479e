import type { SavedView, SavedViewInput, SharedView } from '#contract/home/saved-views.ts'
import { can } from '#domain/access/permissions.ts'
import { VIEWS_MAX } from '#domain/core/limits.ts'
import { viewState } from '#domain/home/saved-view-rules.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import { Problem } from '#server/problem.ts'
import {
  clearDefault,
  countOtherViews,
  deleteView,
  findCompanyOf,
  findView,
  listViews,
  lockViews,
  upsertView,
  type ViewOwner,
} from './saved-views.repository.ts'

/** Returns the actor in the fleet of the session. */
export const ownerInFleet = ({ userId, fleet }: Actor): ViewOwner => ({
  userId,
  place: { fleetId: fleet.id },
})

/** Returns the actor in their management company, whichever fleet the session acts for. Errors: not_allowed. */
export async function ownerInCompany(db: Queryable, { userId }: Actor): Promise<ViewOwner> {
  const companyId = await findCompanyOf(db, userId)
  if (companyId === null) throw new Problem('not_allowed', { detail: 'The user belongs to no company.' })
  return { userId, place: { companyId } }
}

/** The owner takes the place of the actor: the same user has other views in each fleet and in the company. */
interface InPlace {
  tx: Transaction
  owner: ViewOwner
}
type Reading = Omit<InPlace, 'tx'> & { tx: Queryable }

/** Returns the owner's views. */
export async function listSavedViews({ tx, owner }: Reading): Promise<{ views: SavedView[] }> {
  return { views: await listViews(tx, owner) }
}

/** Returns a view of the fleet or company, also one of another user: the link shares it. Errors: not_found. */
export async function showSavedView({ tx, owner }: Reading, id: string): Promise<SharedView> {
  const found = await findView(tx, owner.place, id)
  if (!found) throw new Problem('not_found')
  const { owner_id, owner_name, owner_roles, ...view } = found
  return {
    ...view,
    owner: { id: owner_id, name: owner_name },
    owner_sees_all: can({ roles: owner_roles }, 'vehicles.readAll'),
  }
}

/** Creates or changes a view. Errors: not_found, validation. */
export async function saveView({ tx, owner }: InPlace, input: SavedViewInput): Promise<{ body: SavedView }> {
  await lockViews(tx, owner)
  const view = await changedView(tx, owner, input)
  if ((await countOtherViews(tx, owner, view)) >= VIEWS_MAX)
    throw new Problem('validation', { fields: { views: ['too_many'] } })
  if (view.is_default) await clearDefault(tx, owner, view)
  try {
    const body = await tx.attempt(() => upsertView(tx, owner, view))
    if (!body) throw new Problem('not_found')
    return { body }
  } catch (error) {
    if (isUniqueViolation(error, 'saved_views_name') || isUniqueViolation(error, 'saved_views_company_name'))
      throw new Problem('validation', { fields: { name: ['view_name_taken'] } })
    throw error
  }
}

/** Returns the view with what the input changes of it: another tab may have changed the rest. Errors: not_found. */
async function changedView(tx: Queryable, owner: ViewOwner, input: SavedViewInput): Promise<SavedView> {
  const found = await findView(tx, owner.place, input.id)
  const known = found?.owner_id === owner.userId ? found : undefined
  const { id, list, name = known?.name, state = known?.state, is_default = known?.is_default } = input
  if (name === undefined || state === undefined) throw new Problem('not_found')
  return { id, list, name, state: viewState(list, state), is_default: is_default ?? false }
}

/** Errors: not_found. */
export async function deleteSavedView({ tx, owner }: InPlace, id: string) {
  if (!(await deleteView(tx, owner, id))) throw new Problem('not_found')
  return { body: { success: true } as const }
}
