import { pageOf } from '#contract/core/paging.ts'
import type { ComplianceDimension, ComplianceFigure, ComplianceSort } from '#contract/home/compliance.ts'
import type { Actor } from '#server/actor.ts'
import type { UseCase } from '#server/use-case.ts'
import { daysOf, type Paging, type RangeQuery } from '../reports/costs.service.ts'
import { groupNameOf, withIdentities } from '../reports/report-groups.ts'
import { complianceRepository } from './compliance.repository.ts'
import { complianceRowsRepository as rows } from './compliance-rows.repository.ts'

type Reader = Pick<UseCase, 'tx'> & { actor: Actor }
export type ComplianceRowsRequest = RangeQuery & {
  by: ComplianceDimension
  key?: string | undefined
  figure: ComplianceFigure
}
export type ComplianceRequest = RangeQuery & { by: ComplianceDimension; sort: ComplianceSort }

/** Returns a page of the report of on-time maintenance, with the figures of all pages. Errors: validation (days). */
export async function reportCompliance(reader: Reader, query: ComplianceRequest & Paging) {
  const { groups, groupCount, totals } = await complianceGroups(reader, query, sliceOf(query))
  const found = await withIdentities(reader.tx, reader.actor, query.by, groups)
  return { groups: found.map(({ identity: _, ...group }) => group), ...totals, ...pageOf(query, groupCount) }
}

/** Returns a page of the rows that a figure counts. Errors: validation (days). */
export async function reportComplianceRows({ tx, actor }: Reader, query: ComplianceRowsRequest & Paging) {
  const filter = { by: query.by, key: query.key, figure: query.figure, days: daysOf(query) }
  return {
    rows: await rows.list(tx, actor, filter, sliceOf(query)),
    name: await groupNameOf(tx, actor, filter),
    ...pageOf(query, await rows.count(tx, actor, filter)),
  }
}

/** Returns groups of the report. */
export const complianceGroups = (
  { tx, actor }: Reader,
  { by, sort, ...range }: ComplianceRequest,
  page: { limit: number; offset: number },
) => complianceRepository.list(tx, actor, { by, sort, days: daysOf(range) }, page)

const sliceOf = ({ page, per_page }: Paging) => ({ limit: per_page, offset: (page - 1) * per_page })
