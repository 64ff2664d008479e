import { pageOf } from '#contract/core/paging.ts'
import type { FuelCardProvider } from '#contract/money/settlements.ts'
import { csvLine } from '#domain/csv/csv-cell.ts'
import type { Actor } from '#server/actor.ts'
import type { Database } from '#server/db/database.ts'
import type { FuelCardBilling } from '#server/integrations/fuel-card-billing/port.ts'
import { Problem } from '#server/problem.ts'
import type { ClosedFile, SettlementLine, SettlementsRepository } from './settlements.repository.ts'

interface Deps {
  db: Database
  settlements: SettlementsRepository
  billing: FuelCardBilling
  now: () => Date
  log: { warn(about: object, message: string): void }
}

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

/** Daily settlement files of WEX and Fleetcor (ruling 29, decision 46). */
export function settlementsService({ db, settlements, billing, now, log }: Deps) {
  return {
    /**
     * Closes the files of past days, then submits closed files. Safe on several servers: one transaction decides which
     * file a charge belongs to, and submitting the same file again changes nothing.
     */
    async runDue(): Promise<number> {
      const today = now().toISOString().slice(0, 10)
      await db.system((tx) => settlements.closeFiles(tx, today))
      const files = await settlements.toSubmit(db)
      for (const file of files) {
        try {
          await billing.submit({ key: keyOf(file), bytes: textOf(await settlements.lines(db, file.id)) })
          await settlements.markSubmitted(db, file.id)
        } catch (error) {
          // Continue with the other files; the next run retries this one.
          log.warn({ err: error, file: keyOf(file) }, 'A settlement file could not be submitted')
        }
      }
      return files.length
    },

    async list(
      actor: Actor,
      query: { provider?: FuelCardProvider | undefined; page: number; per_page: number },
    ) {
      const { files, count } = await settlements.list(db, actor.userId, query)
      return { settlement_files: files, ...pageOf(query, count) }
    },

    /** Errors: not_found if the file is missing, belongs to another company, or is not submitted yet. */
    async read(actor: Actor, id: number): Promise<{ name: string; bytes: Uint8Array }> {
      const file = await settlements.find(db, actor.userId, id)
      const bytes = file && (await billing.read(keyOf(file)))
      if (!bytes) throw new Problem('not_found')
      return { name: `${file.provider.toLowerCase()}-${file.day}.csv`, bytes }
    },
  }
}
export type SettlementsService = ReturnType<typeof settlementsService>

const keyOf = ({ id, provider, day }: ClosedFile) => `settlements/${provider.toLowerCase()}/${day}-${id}`

/** Returns CSV without a byte order mark, because machines read the file. */
const textOf = (lines: readonly SettlementLine[]) =>
  new TextEncoder().encode(
    [COLUMNS, ...lines.map((line) => COLUMNS.map((column) => line[column]))]
      .map((cells) => csvLine(cells, 'en'))
      .join(''),
  )
