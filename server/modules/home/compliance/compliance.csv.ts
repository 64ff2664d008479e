import type { Language } from '#contract/core/fields.ts'
import type { ComplianceGroup, ComplianceRow } from '#contract/home/compliance.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { csv } from '#server/csv.ts'
import { translate } from '#server/texts/translate.ts'
import {
  ALL,
  type FileReader,
  type IdentifiedGroup,
  identityCells,
  identityHeadings,
  rowsFile,
} from '../reports/costs.csv.ts'
import { daysOf } from '../reports/costs.service.ts'
import { withIdentities } from '../reports/report-groups.ts'
import { groupName, reportTexts } from '../reports/report-texts.ts'
import { type ComplianceRequest, type ComplianceRowsRequest, complianceGroups } from './compliance.service.ts'
import { complianceRowsRepository as rows } from './compliance-rows.repository.ts'

/** Returns the whole report of on-time maintenance as a file, in the order of the screen. */
export async function complianceFile(
  { db, actor }: FileReader,
  { language, ...query }: ComplianceRequest & { language: Language },
): Promise<ReadableStream<Uint8Array>> {
  const groups = await db.tenant(actor.fleet.id, async (tx) => {
    const found = await complianceGroups({ tx, actor: { ...actor, language } }, query, ALL)
    return withIdentities(tx, actor, query.by, found.groups)
  })
  return csv(complianceLines(query.by, groups, language), { language, fleetId: actor.fleet.id })
}

async function* complianceLines(
  by: ComplianceRequest['by'],
  groups: readonly (ComplianceGroup & IdentifiedGroup)[],
  language: Language,
): AsyncGenerator<Cell[]> {
  const { by: dimensions, compliance } = reportTexts[language]
  const now = by === 'month' ? [] : (['due_soon', 'past_due'] as const)
  const counts = ['completed', 'in_time', 'late', 'not_judged'] as const
  yield [
    dimensions[by],
    ...identityHeadings(by, language),
    ...[...counts, 'share' as const, ...now].map((figure) => compliance.figure[figure]),
  ]
  for (const group of groups)
    yield [
      groupName(by, group, language),
      ...identityCells(by, group),
      ...counts.map((figure) => group[figure]),
      { amount: group.share === null ? null : group.share.toFixed(1) },
      ...now.map((figure) => group[figure]),
    ]
}

/** Returns the intervals that a figure counts as a file, in the order of the screen. Errors: validation (days). */
export function complianceRowsFile(
  { db, actor }: FileReader,
  { language, by: dimension, key, figure, ...range }: ComplianceRowsRequest & { language: Language },
): ReadableStream<Uint8Array> {
  const reader = { ...actor, language }
  const filter = { by: dimension, key, figure, days: daysOf(range) }
  const { by, compliance } = reportTexts[language]
  return rowsFile<ComplianceRow>({
    db,
    actor,
    language,
    header: [
      by.vehicle,
      translate(language, 'server/files:vehicle.identifier'),
      translate(language, 'fleet-reports:rows.services'),
      compliance.due,
      translate(language, 'fleet-reports:rows.dueAt'),
      compliance.done,
      translate(language, 'fleet-reports:rows.doneAt'),
      translate(language, 'fleet-reports:rows.unit'),
      compliance.result,
      translate(language, 'fleet-reports:rows.daysLate'),
      translate(language, 'fleet-reports:rows.distanceLate'),
    ],
    keys: (tx) => rows.keys(tx, reader, filter),
    load: (tx, keys) => rows.ofKeys(tx, reader, keys),
    lineOf: (row) => [
      row.vehicle_name,
      row.vehicle_identifier ?? '',
      row.services,
      row.due_date,
      row.due_at,
      row.done_on,
      row.done_at,
      row.unit,
      compliance.figure[row.due_status ?? resultOf(row)],
      row.days_late,
      row.distance_late,
    ],
  })
}

const resultOf = ({ in_time: inTime }: ComplianceRow) =>
  inTime === null ? 'not_judged' : inTime ? 'in_time' : 'late'
