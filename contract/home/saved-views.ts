import type { Ability } from '#domain/access/permissions.ts'
import { VIEW_NAME_MAX, VIEW_VALUE_MAX, VIEWS_MAX } from '#domain/core/limits.ts'
import {
  COMPANY_VIEW_LISTS,
  FLEET_VIEW_LISTS,
  VIEW_LISTS,
  VIEW_PARAMETERS,
  type ViewList,
} from '#domain/home/saved-view-rules.ts'
import { Id, SingleLineText, Text, Uuid } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

const parameters: ReadonlySet<string> = new Set(Object.values(VIEW_PARAMETERS).flat())

/** URL parameters of the list. */
const ViewState = z
  .record(z.string(), Text(VIEW_VALUE_MAX))
  .check(z.refine((state) => Object.keys(state).every((key) => parameters.has(key)), 'text'))

/** A list's filter, sort order, columns and density under a name (decision 71). */
export const SavedView = z.object({
  /** Chosen by the client. Unguessable, because the link to the view contains it. */
  id: Uuid,
  list: z.enum(VIEW_LISTS),
  name: z.string(),
  state: z.record(z.string(), z.string()),
  /** Applied when the user opens the list without filters. */
  is_default: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

/** A view that was opened by its link. */
export const SharedView = z.extend(SavedView, {
  owner: z.object({ id: Id, name: z.string() }),
  /** Whether its owner sees all vehicles of the fleet; a driver sees the assigned ones. */
  owner_sees_all: z.boolean(),
})
export type SharedView = z.infer<typeof SharedView>

/** A new view needs a name and a state. In an existing one, fields that are left out keep their value. */
const SavedViewInputOf = (lists: readonly ViewList[]) =>
  z.object({
    id: Uuid,
    list: z.enum(lists, 'text'),
    name: z.optional(SingleLineText(VIEW_NAME_MAX)),
    state: z.optional(ViewState),
    /** False for a new view by default. */
    is_default: z.optional(z.boolean('text')),
  })
export type SavedViewInput = z.infer<ReturnType<typeof SavedViewInputOf>>

interface ViewPlace {
  path: `/${string}`
  access: Ability
  lists: readonly ViewList[]
  tag: 'access' | 'fmc'
  /** Completes the summaries: 'of the fleet'. */
  owner: string
}

/** Creates the calls for saved views. Fleets and management companies have the same ones (decision 102). */
const viewCalls = ({ path, access, lists, tag, owner }: ViewPlace) => ({
  /** The user's own views of all lists, by name. */
  list: call({ access })
    .route({ method: 'GET', path: v4(path), tags: [tag], summary: `Own saved views ${owner}` })
    .output(z.object({ views: z.array(SavedView).check(z.maxLength(VIEWS_MAX * lists.length)) })),
  /** One view. Any user of its fleet or company can open it by its link. Errors: not_found. */
  show: call({ access })
    .route({
      method: 'GET',
      path: v4(`${path}/{id}`),
      tags: [tag],
      summary: `A saved view ${owner}, by its link`,
    })
    .input(z.object({ id: Uuid }))
    .output(SharedView),
  /**
   * Creates or changes one of the user's views. A new default view replaces the previous one. Errors: not_found (the id
   * belongs to another user, or to no view and `name` or `state` is missing), validation (`name`: view_name_taken;
   * `views`: too_many).
   */
  save: call({ access, kind: 'write', idempotent: true, withoutIfMatch: true })
    .route({ method: 'PUT', path: v4(`${path}/{id}`), tags: [tag], summary: `Save a view ${owner}` })
    .input(SavedViewInputOf(lists))
    .output(SavedView),
  /** Errors: not_found. */
  destroy: call({ access, kind: 'write', idempotent: true, withoutIfMatch: true })
    .route({ method: 'DELETE', path: v4(`${path}/{id}`), tags: [tag], summary: `Delete a view ${owner}` })
    .input(z.object({ id: Uuid }))
    .output(z.object({ success: z.literal(true) })),
})

export const savedViewsContract = viewCalls({
  path: '/saved_views',
  access: 'session.own',
  lists: FLEET_VIEW_LISTS,
  tag: 'access',
  owner: 'of the fleet',
})

/** Views of the lists of a management company. */
export const companyViewsContract = viewCalls({
  path: '/company_views',
  access: 'fleets.list',
  lists: COMPANY_VIEW_LISTS,
  tag: 'fmc',
  owner: 'of the company',
})
