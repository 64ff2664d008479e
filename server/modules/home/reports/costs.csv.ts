import type { Language } from '#contract/core/fields.ts'
import type { CostDimension, CostGroup, CostRow } from '#contract/home/reports.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database } from '#server/db/database.ts'
import { translate } from '#server/texts/translate.ts'
import {
  type CostRowsQuery,
  type CostsQuery,
  groupsOf,
  type Paging,
  reportCostRows,
} from './costs.service.ts'
import { type VehicleIdentity, withIdentities } from './report-groups.ts'
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
  const groups = await db.tenant(actor.fleet.id, async (tx) => {
    const found = await groupsOf({ tx, actor: { ...actor, language } }, query, ALL)
    return withIdentities(tx, actor, query.by, found.groups)
  })
  return csv(costLines(query.by, groups, language), { language, fleetId: actor.fleet.id })
}

async function* costLines(
  by: CostsQuery['by'],
  groups: readonly (CostGroup & IdentifiedGroup)[],
  language: Language,
): AsyncGenerator<Cell[]> {
  const texts = reportTexts[language]
  yield [
    texts.by[by],
    ...identityHeadings(by, language),
    by === 'service' ? texts.costs.lines : texts.costs.count,
    texts.costs.total,
  ]
  for (const group of groups)
    yield [groupName(by, group, language), ...identityCells(by, group), group.count, { amount: group.total }]
}

export interface IdentifiedGroup {
  identity?: VehicleIdentity
}

/** Headings after the name of a vehicle, which other vehicles may have too; none in other reports. */
export function identityHeadings(by: CostDimension, language: Language): Cell[] {
  if (by !== 'vehicle') return []
  return [
    translate(language, 'server/files:vehicle.plate'),
    translate(language, 'server/orders:column.vin'),
    translate(language, 'server/orders:column.other_id'),
    translate(language, 'server/orders:column.department_number'),
  ]
}

export function identityCells(by: CostDimension, { identity }: IdentifiedGroup): Cell[] {
  if (by !== 'vehicle') return []
  return [
    identity?.license_plate_number ?? '',
    identity?.vin ?? '',
    identity?.other_id ?? '',
    identity?.department_number ?? '',
  ]
}

/** Returns the rows of a figure as a file, in the order of the screen. */
export function costRowsFile(
  { db, actor }: FileReader,
  { language, ...query }: CostRowsQuery & { language: Language },
): Promise<ReadableStream<Uint8Array>> {
  const { by, costs } = reportTexts[language]
  return rowsFile<CostRow>({
    actor,
    language,
    header: [
      translate(language, 'fleet-reports:rows.day'),
      translate(language, 'fleet-reports:rows.work'),
      translate(language, 'fleet-reports:rows.services'),
      by.vehicle,
      translate(language, 'server/files:vehicle.identifier'),
      by.shop,
      costs.total,
    ],
    load: (paging) =>
      db.tenant(actor.fleet.id, (tx) =>
        reportCostRows({ tx, actor: { ...actor, language } }, { ...query, ...paging }),
      ),
    lineOf: ({ kind, id, ...row }) => [
      row.day,
      kind === 'entry'
        ? translate(language, 'fleet-reports:rows.entry')
        : translate(language, 'fleet-reports:rows.order', { number: id }),
      row.services,
      row.vehicle_name,
      row.vehicle_identifier ?? '',
      row.shop,
      { amount: row.amount },
    ],
  })
}

/** Rows that a file reads at a time. A file of more is read while rows may change. */
const ROWS_AT_A_TIME = 5000

interface RowsFile<Row> {
  actor: Actor
  language: Language
  header: Cell[]
  /** Loads a page of the rows in a transaction of its own. */
  load: (paging: Paging) => Promise<{ rows: Row[]; total_pages: number }>
  lineOf: (row: Row) => Cell[]
}

/** Returns all rows of a figure as a file. The first page is loaded before it begins, so that an invalid query is rejected. */
export async function rowsFile<Row>({ actor, language, ...file }: RowsFile<Row>) {
  const load = (page: number) => file.load({ page, per_page: ROWS_AT_A_TIME })
  const first = await load(1)
  async function* lines(): AsyncGenerator<Cell[]> {
    yield file.header
    for (const row of first.rows) yield file.lineOf(row)
    for (let page = 2; page <= first.total_pages; page += 1)
      for (const row of (await load(page)).rows) yield file.lineOf(row)
  }
  return csv(lines(), { language, fleetId: actor.fleet.id })
}
