import type { Language } from '#contract/core/fields.ts'
import type { DowntimeGroup, DowntimeRow } from '#contract/home/downtime.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { csv } from '#server/csv.ts'
import { translate } from '#server/texts/translate.ts'
import type { UseCase } from '#server/use-case.ts'
import {
  ALL,
  type FileReader,
  type IdentifiedGroup,
  identityCells,
  identityHeadings,
  rowsFile,
} from './costs.csv.ts'
import { daysOf } from './costs.service.ts'
import { downtimeRepository as stays } from './downtime.repository.ts'
import { type DowntimeQuery, type DowntimeRowsQuery, downtimeGroups } from './downtime.service.ts'
import { withIdentities } from './report-groups.ts'
import { groupName, reportTexts } from './report-texts.ts'

/** Returns the whole downtime report as a file, in the order of the screen. */
export async function downtimeFile(
  { db, actor, clock }: FileReader & { clock: UseCase['clock'] },
  { language, ...query }: DowntimeQuery & { language: Language },
): Promise<ReadableStream<Uint8Array>> {
  const groups = await db.tenant(actor.fleet.id, async (tx) => {
    const found = await downtimeGroups({ tx, clock, actor: { ...actor, language } }, query, ALL)
    return withIdentities(tx, actor, query.by, found.groups)
  })
  return csv(downtimeLines(query.by, groups, language), { language, fleetId: actor.fleet.id })
}

async function* downtimeLines(
  by: DowntimeQuery['by'],
  groups: readonly (DowntimeGroup & IdentifiedGroup)[],
  language: Language,
): AsyncGenerator<Cell[]> {
  const { by: dimensions, downtime } = reportTexts[language]
  yield [dimensions[by], ...identityHeadings(by, language), downtime.count, downtime.days, downtime.average]
  for (const group of groups)
    yield [
      groupName(by, group, language),
      ...identityCells(by, group),
      group.count,
      group.days,
      { amount: group.average.toFixed(1) },
    ]
}

/** Returns the stays that a figure counts as a file, in the order of the screen. Errors: validation (days). */
export function downtimeRowsFile(
  { db, actor, clock }: FileReader & { clock: UseCase['clock'] },
  { language, by, key, ...range }: DowntimeRowsQuery & { language: Language },
): ReadableStream<Uint8Array> {
  const reader = { ...actor, language }
  const filter = { by, key, days: daysOf(range), now: clock() }
  const { by: dimensions, downtime } = reportTexts[language]
  return rowsFile<DowntimeRow>({
    db,
    actor,
    language,
    header: [
      downtime.arrived,
      downtime.left,
      downtime.order,
      translate(language, 'fleet-reports:rows.services'),
      dimensions.vehicle,
      translate(language, 'server/files:vehicle.identifier'),
      dimensions.shop,
      downtime.days,
    ],
    keys: (tx) => stays.keys(tx, reader, filter),
    load: (tx, keys) => stays.ofKeys(tx, reader, keys),
    lineOf: (row) => [
      row.arrived,
      row.left ?? downtime.still,
      row.order_id,
      row.services,
      row.vehicle_name,
      row.vehicle_identifier ?? '',
      row.shop,
      row.days,
    ],
  })
}
