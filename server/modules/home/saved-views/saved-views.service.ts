import type { SavedView, SavedViewInput, SharedView } from '#contract/home/saved-views.ts'
import { can } from '#domain/access/permissions.ts'
import { VIEWS_MAX } from '#domain/core/limits.ts'
import { viewState } from '#domain/home/saved-view-rules.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import {
  clearDefault,
  countOtherViews,
  deleteView,
  findView,
  listViews,
  lockViews,
  upsertView,
} from './saved-views.repository.ts'

type InFleet = Pick<UseCase, 'tx' | 'actor'>

/** Returns the user's own views in this fleet. */
export async function listSavedViews({ tx, actor }: InFleet): Promise<{ views: SavedView[] }> {
  return { views: await listViews(tx, actor) }
}

/** Returns a view of the fleet, also one of another user: the link shares it. Errors: not_found. */
export async function showSavedView({ tx, actor }: InFleet, id: string): Promise<SharedView> {
  const found = await findView(tx, actor.fleet.id, id)
  if (!found) throw new Problem('not_found')
  const { owner_id, owner_name, owner_roles, ...view } = found
  return {
    ...view,
    owner: { id: owner_id, name: owner_name },
    owner_sees_all: can({ roles: owner_roles }, 'vehicles.readAll'),
  }
}

/** Creates or replaces a view. Errors: not_found, validation. */
export async function saveView({ tx, actor }: InFleet, input: SavedViewInput): Promise<{ body: SavedView }> {
  const state = viewState(input.list, input.state)
  await lockViews(tx, actor)
  if ((await countOtherViews(tx, actor, input)) >= VIEWS_MAX)
    throw new Problem('validation', { fields: { views: ['too_many'] } })
  if (input.is_default) await clearDefault(tx, actor, input)
  try {
    const body = await tx.attempt(() => upsertView(tx, actor, { ...input, state }))
    if (!body) throw new Problem('not_found')
    return { body }
  } catch (error) {
    if (isUniqueViolation(error, 'saved_views_name'))
      throw new Problem('validation', { fields: { name: ['view_name_taken'] } })
    throw error
  }
}

/** Errors: not_found. */
export async function deleteSavedView({ tx, actor }: InFleet, id: string) {
  if (!(await deleteView(tx, actor, id))) throw new Problem('not_found')
  return { body: { success: true } as const }
}
