import type { Language } from '#contract/core/fields.ts'
import type { CostDimension, CostGroup, CostRow } from '#contract/home/reports.ts'
import type { Cell } from '#domain/core/csv/csv-cell.ts'
import type { Actor } from '#server/actor.ts'
import { csv } from '#server/csv.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { translate } from '#server/texts/translate.ts'
import { costRowsRepository as rows } from './cost-rows.repository.ts'
import { type CostRowsQuery, type CostsQuery, daysOf, groupsOf } from './costs.service.ts'
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

/** Returns the rows of a figure as a file, in the order of the screen. Errors: validation (days). */
export function costRowsFile(
  { db, actor }: FileReader,
  {
    language,
    by,
    key,
    since_arrival: sinceArrival = false,
    ...range
  }: CostRowsQuery & { language: Language },
): ReadableStream<Uint8Array> {
  const reader = { ...actor, language }
  const filter = { by, key, sinceArrival, days: daysOf(range) }
  const { by: dimensions, costs } = reportTexts[language]
  return rowsFile<CostRow>({
    db,
    actor,
    language,
    header: [
      translate(language, 'fleet-reports:rows.day'),
      translate(language, 'fleet-reports:rows.work'),
      translate(language, 'fleet-reports:rows.services'),
      dimensions.vehicle,
      translate(language, 'server/files:vehicle.identifier'),
      dimensions.shop,
      costs.total,
    ],
    keys: (tx) => rows.keys(tx, reader, filter),
    load: (tx, keys) => rows.ofKeys(tx, reader, keys),
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

interface RowsFile<Row> extends FileReader {
  language: Language
  header: Cell[]
  /** Reads the keys of all rows, in the order of the file, in batches (`readKeys`). */
  keys: (tx: Transaction) => Promise<string[]>
  /** Reads the rows of a batch, in the same order. */
  load: (tx: Transaction, keys: string) => Promise<Row[]>
  lineOf: (row: Row) => Cell[]
}

/**
 * Returns all rows of a figure as a file. All keys are read first, in one snapshot. Otherwise rows that change in the
 * meantime could be missing or repeated. No connection is held between two batches (decision 129).
 */
export function rowsFile<Row>({ db, actor, language, ...file }: RowsFile<Row>) {
  const fleetId = actor.fleet.id
  async function* lines(): AsyncGenerator<Cell[]> {
    yield file.header
    const batches = await db.tenant(fleetId, file.keys)
    for (const [n, keys] of batches.entries()) {
      for (const row of await db.tenant(fleetId, (tx) => file.load(tx, keys))) yield file.lineOf(row)
      // Releases the batch, because a client may take minutes for the rest.
      batches[n] = ''
    }
  }
  return csv(lines(), { language, fleetId })
}
