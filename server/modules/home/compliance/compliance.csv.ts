import type { Language } from '#contract/core/fields.ts'
import type { ComplianceGroup } from '#contract/home/compliance.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { csv } from '#server/csv.ts'
import { ALL, type FileReader } from '../reports/costs.csv.ts'
import { groupName, reportTexts } from '../reports/report-texts.ts'
import { type ComplianceRequest, complianceGroups } from './compliance.service.ts'

/** Returns the whole report of on-time maintenance as a file, in the order of the screen. */
export async function complianceFile(
  { db, actor }: FileReader,
  { language, ...query }: ComplianceRequest & { language: Language },
): Promise<ReadableStream<Uint8Array>> {
  const found = await db.tenant(actor.fleet.id, (tx) =>
    complianceGroups({ tx, actor: { ...actor, language } }, query, ALL),
  )
  return csv(complianceLines(query.by, found.groups, language), { language, fleetId: actor.fleet.id })
}

async function* complianceLines(
  by: ComplianceRequest['by'],
  groups: readonly ComplianceGroup[],
  language: Language,
): AsyncGenerator<Cell[]> {
  const { by: dimensions, compliance } = reportTexts[language]
  const now = by === 'month' ? [] : (['due_soon', 'past_due'] as const)
  const counts = ['completed', 'in_time', 'late', 'not_judged'] as const
  yield [dimensions[by], ...[...counts, 'share' as const, ...now].map((figure) => compliance.figure[figure])]
  for (const group of groups)
    yield [
      groupName(by, group, language),
      ...counts.map((figure) => group[figure]),
      { amount: group.share === null ? null : group.share.toFixed(1) },
      ...now.map((figure) => group[figure]),
    ]
}
