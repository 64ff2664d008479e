import type { Language } from '#contract/core/fields.ts'
import { pageOf } from '#contract/core/paging.ts'
import type { DistanceCostGroup, DistanceCostSort } from '#contract/home/distance-costs.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import { csv } from '#server/csv.ts'
import type { UseCase } from '#server/use-case.ts'
import { ALL, type FileReader, type IdentifiedGroup, identityCells, identityHeadings } from './costs.csv.ts'
import { daysOf, identified, type Paging, type RangeQuery } from './costs.service.ts'
import { distanceCostsRepository as distanceCosts } from './distance-costs.repository.ts'
import { withIdentities } from './report-groups.ts'
import { groupName, reportTexts } from './report-texts.ts'

type DistanceCostsQuery = RangeQuery & { sort: DistanceCostSort }

/** Returns a page of the report of cost by distance. Errors: validation (days). */
export async function reportDistanceCosts(
  { tx, actor }: Pick<UseCase, 'tx' | 'actor'>,
  query: DistanceCostsQuery & Paging,
) {
  const slice = { limit: query.per_page, offset: (query.page - 1) * query.per_page }
  const { groupCount, groups, ...found } = await distanceCosts.list(
    tx,
    actor,
    { days: daysOf(query), sort: query.sort },
    slice,
  )
  return {
    ...found,
    groups: await identified({ tx, actor }, 'vehicle', groups),
    unit: actor.fleet.unit,
    ...pageOf(query, groupCount),
  }
}

/** Returns the whole report of cost by distance as a file, in the order of the screen. */
export async function distanceCostsFile(
  { db, actor }: FileReader,
  { language, sort, ...range }: DistanceCostsQuery & { language: Language },
): Promise<ReadableStream<Uint8Array>> {
  const days = daysOf(range)
  const groups = await db.tenant(actor.fleet.id, async (tx) => {
    const found = await distanceCosts.list(tx, { ...actor, language }, { days, sort }, ALL)
    return withIdentities(tx, actor, 'vehicle', found.groups)
  })
  return csv(fileLines(groups, { language, unit: actor.fleet.unit }), {
    language,
    fleetId: actor.fleet.id,
  })
}

async function* fileLines(
  groups: readonly (DistanceCostGroup & IdentifiedGroup)[],
  { language, unit }: { language: Language; unit: 'mi' | 'km' },
): AsyncGenerator<Cell[]> {
  const { by, costs, distance: texts } = reportTexts[language]
  yield [
    by.vehicle,
    ...identityHeadings('vehicle', language),
    by.class,
    costs.total,
    texts.distance[unit],
    texts.perDistance[unit],
    texts.outlier,
  ]
  for (const group of groups)
    yield [
      groupName('vehicle', group, language),
      ...identityCells('vehicle', group),
      groupName('class', { key: group.class, name: null }, language),
      { amount: group.total },
      group.distance,
      { amount: group.per_distance },
      group.is_outlier ? texts.yes : '',
    ]
}
