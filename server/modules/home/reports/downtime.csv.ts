import type { Language } from '#contract/core/fields.ts'
import type { DowntimeGroup } from '#contract/home/downtime.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { csv } from '#server/csv.ts'
import type { UseCase } from '#server/use-case.ts'
import { ALL, type FileReader } from './costs.csv.ts'
import { type DowntimeQuery, downtimeGroups } from './downtime.service.ts'
import { groupName, reportTexts } from './report-texts.ts'

/** Returns the whole downtime report as a file, in the order of the screen. */
export async function downtimeFile(
  { db, actor, clock }: FileReader & { clock: UseCase['clock'] },
  { language, ...query }: DowntimeQuery & { language: Language },
): Promise<ReadableStream<Uint8Array>> {
  const found = await db.tenant(actor.fleet.id, (tx) =>
    downtimeGroups({ tx, clock, actor: { ...actor, language } }, query, ALL),
  )
  return csv(downtimeLines(query.by, found.groups, language), { language, fleetId: actor.fleet.id })
}

async function* downtimeLines(
  by: DowntimeQuery['by'],
  groups: readonly DowntimeGroup[],
  language: Language,
): AsyncGenerator<Cell[]> {
  const { by: dimensions, downtime } = reportTexts[language]
  yield [dimensions[by], downtime.count, downtime.days, downtime.average]
  for (const group of groups)
    yield [groupName(by, group, language), group.count, group.days, { amount: group.average.toFixed(1) }]
}
