import type { Language } from '#contract/core/fields.ts'
import type { CostGroup } from '#contract/home/reports.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import { type CostsQuery, groupsOf } from './costs.service.ts'
import { groupName, reportTexts } from './report-texts.ts'

/** Files open their own transaction, because they are read after the call's. */
export interface FileReader {
  db: Database
  actor: Actor
}

/** More groups than any report has. */
export const ALL = { limit: 1_000_000, offset: 0 }

/** Returns the whole cost report as a file, in the order of the screen. */
export async function costsFile(
  { db, actor }: FileReader,
  { language, ...query }: CostsQuery & { language: Language },
): Promise<ReadableStream<Uint8Array>> {
  const found = await db.tenant(actor.fleet.id, (tx) =>
    groupsOf({ tx, actor: { ...actor, language } }, query, ALL),
  )
  return csv(costLines(query.by, found.groups, language), { language, fleetId: actor.fleet.id })
}

async function* costLines(
  by: CostsQuery['by'],
  groups: readonly CostGroup[],
  language: Language,
): AsyncGenerator<Cell[]> {
  const texts = reportTexts[language]
  yield [texts.by[by], by === 'service' ? texts.costs.lines : texts.costs.count, texts.costs.total]
  for (const group of groups) yield [groupName(by, group, language), group.count, { amount: group.total }]
}
