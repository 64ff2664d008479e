import { pageOf } from '#contract/core/paging.ts'
import type { FuelCardProvider } from '#contract/money/settlements.ts'
import { csvLine } from '#domain/core/csv/csv-cell.ts'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import {
  type ClosedFile,
  type SettlementLine,
  settlementsRepository as settlements,
} from './settlements.repository.ts'

const COLUMNS = [
  'charge_id',
  'kind',
  'charged_at',
  'fleet_id',
  'fleet_name',
  'account_number',
  'order_id',
  'subscription_month',
  'currency',
  'amount',
] as const satisfies (keyof SettlementLine)[]

/**
 * Closes the settlement files of past days, one per day and provider, then submits closed files (ruling 29, decision 46).
 * Safe on several servers: one transaction decides which file a charge belongs to, and submitting the same file again
 * changes nothing. Throws if a file could not be submitted, after the others.
 */
export async function submitDueSettlements(
  { db, clock, ports: { billing, log } }: DatabaseUseCase<'billing' | 'log'>,
  mayContinue: () => boolean = () => true,
): Promise<number> {
  const today = clock().toISOString().slice(0, 10)
  await db.system((tx) => settlements.closeFiles(tx, today))
  const files = await settlements.toSubmit(db)
  let failed = 0
  for (const file of files) {
    if (!mayContinue()) break
    try {
      await billing.submit({ key: keyOf(file), bytes: textOf(await settlements.lines(db, file.id)) })
      await settlements.markSubmitted(db, file.id)
    } catch (error) {
      // Continue with the other files; the next run retries this one.
      failed++
      log.warn({ err: error, file: keyOf(file) }, 'A settlement file could not be submitted')
    }
  }
  if (failed > 0) throw new Error(`Settlement files that could not be submitted: ${failed}`)
  return files.length
}

/** Returns a page of the settlement files of the actor's companies. */
export async function listSettlements(
  { db, actor }: { db: Database; actor: Actor },
  query: { provider?: FuelCardProvider | undefined; page: number; per_page: number },
) {
  const { files, count } = await settlements.list(db, actor.userId, query)
  return { settlement_files: files, ...pageOf(query, count) }
}

/** Reads a file. Errors: not_found if it is missing, belongs to another company, or is not submitted yet. */
export async function readSettlement(
  { db, actor, ports }: Pick<DatabaseUseCase<'billing'>, 'db' | 'ports'> & { actor: Actor },
  id: number,
): Promise<{ name: string; bytes: Uint8Array }> {
  const file = await settlements.find(db, actor.userId, id)
  const bytes = file && (await ports.billing.read(keyOf(file)))
  if (!bytes) throw new Problem('not_found')
  return { name: `${file.provider.toLowerCase()}-${file.day}.csv`, bytes }
}

const keyOf = ({ id, provider, day }: ClosedFile) => `settlements/${provider.toLowerCase()}/${day}-${id}`

/** Returns CSV without a byte order mark, because machines read the file. */
const textOf = (lines: readonly SettlementLine[]) =>
  new TextEncoder().encode(
    [COLUMNS, ...lines.map((line) => COLUMNS.map((column) => line[column]))]
      .map((cells) => csvLine(cells, 'en'))
      .join(''),
  )
