import { pageOf } from '#contract/core/paging.ts'
import type { DowntimeDimension, DowntimeSort } from '#contract/home/downtime.ts'
import type { Actor } from '#server/actor.ts'
import type { UseCase } from '#server/use-case.ts'
import { daysOf, identified, type Paging, type RangeQuery } from './costs.service.ts'
import { downtimeRepository as downtime } from './downtime.repository.ts'
import { groupNameOf } from './report-groups.ts'

type Reader = Pick<UseCase, 'tx' | 'clock'> & { actor: Actor }
export type DowntimeRowsQuery = RangeQuery & { by: DowntimeDimension; key?: string | undefined }
export type DowntimeQuery = RangeQuery & { by: DowntimeDimension; sort: DowntimeSort }

/** Returns a page of the downtime report, with the figures of all pages. Errors: validation (days). */
export async function reportDowntime(reader: Reader, query: DowntimeQuery & Paging) {
  const { groupCount, groups, ...found } = await downtimeGroups(reader, query, {
    limit: query.per_page,
    offset: (query.page - 1) * query.per_page,
  })
  return { ...found, groups: await identified(reader, query.by, groups), ...pageOf(query, groupCount) }
}

/** Returns a page of the shop visits behind a figure. Errors: validation (days). */
export async function reportDowntimeRows({ tx, actor, clock }: Reader, query: DowntimeRowsQuery & Paging) {
  const filter = { by: query.by, key: query.key, days: daysOf(query), now: clock() }
  const slice = { limit: query.per_page, offset: (query.page - 1) * query.per_page }
  const { rows, count, days } = await downtime.rows(tx, actor, filter, slice)
  return { rows, name: await groupNameOf(tx, actor, filter), days, ...pageOf(query, count) }
}

/** Returns groups of the report. */
export const downtimeGroups = (
  { tx, actor, clock }: Reader,
  { by, sort, ...range }: DowntimeQuery,
  page: { limit: number; offset: number },
) => downtime.list(tx, actor, { by, sort, days: daysOf(range), now: clock() }, page)
