import { randomBytes } from 'node:crypto'
import type { Database, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import type { CardGateway, DeclineReason, GatewayTransaction, SettlementResult } from './port.ts'

type Operation = 'authorize' | 'capture' | 'settlementOf' | 'void' | 'refund' | 'find'
type Ledger = Pick<CardGateway, Operation>

/**
 * Failure that a benchmark injects into a call. `lost_answer`: executed, but the response is lost. `server_error`: not
 * executed. `duplicate`: executed twice. `decline`: declined by the bank.
 */
export type SandboxFault = (operation: Operation, key: string) => Fault | null
type Fault = 'lost_answer' | 'server_error' | 'duplicate' | 'decline'

/** Whole dollar amounts that Braintree's own sandbox declines, by processor response code. */
const DECLINED_AMOUNTS: Record<string, DeclineReason> = {
  '2000.00': 'do_not_honor',
  '2001.00': 'insufficient_funds',
  '2002.00': 'limit_exceeded',
  '2004.00': 'card_expired',
  '2005.00': 'card_invalid',
  '2014.00': 'fraud',
}

/** The amount whose settlement Braintree's own sandbox declines. */
const DECLINED_SETTLEMENT = '4001.00'

/**
 * The sandbox's transactions. Cards need not exist here, because those of the demo world are only in our own tables.
 */
export function sandboxLedger(db: Database, fault: SandboxFault = () => null): Ledger {
  /** Runs one call at a time per key, each in a separate transaction. */
  async function call<T>(
    operation: Operation,
    key: string,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const wrong = fault(operation, key)
    if (wrong === 'server_error') throw new Error('The sandbox responded with 500.')
    const run = () =>
      db.system(async (tx) => {
        await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`card_sandbox ${key}`}, 0))`)
        return work(tx)
      })
    if (wrong === 'duplicate') await run()
    const result = await run()
    if (wrong === 'lost_answer') throw new Error('The sandbox timed out.')
    return result
  }

  return {
    authorize: ({ key, token, amount, currency }) =>
      call('authorize', key, (tx) =>
        insertSale(
          tx,
          { key, token, amount, currency },
          () => fault('authorize', `${key} bank`) === 'decline',
        ),
      ),

    capture: (id, amount) =>
      call('capture', id, async (tx) => {
        const sale = await read(tx, id)
        if (sale.status !== 'authorized') return sale
        await tx.query(sql`
          update card_sandbox.transactions set status = 'captured', amount = ${amount}
          where id = ${id} and amount >= ${amount}::numeric`)
        return read(tx, id)
      }),

    settlementOf: (id) =>
      call('settlementOf', id, async (tx): Promise<SettlementResult> => {
        const { status, amount } = await read(tx, id)
        if (status === 'authorized') return 'pending'
        return status === 'captured' && amount === DECLINED_SETTLEMENT ? 'declined' : 'settled'
      }),

    void: (id) =>
      call('void', id, async (tx) => {
        await tx.query(
          sql`update card_sandbox.transactions set status = 'voided' where id = ${id} and status = 'authorized'`,
        )
        return read(tx, id)
      }),

    refund: (saleId, { key, amount }) =>
      call('refund', saleId, (tx) => insertRefund(tx, saleId, { key, amount })),

    find: (key) => call('find', key, (tx) => withKey(tx, key)),
  }
}

/** Inserts a sale, or returns the earlier one with this key. */
async function insertSale(
  tx: Transaction,
  { key, token, amount, currency }: Parameters<Ledger['authorize']>[0],
  isDeclined: () => boolean,
): Promise<GatewayTransaction> {
  const [known] = await withKey(tx, key)
  if (known) return known
  const reason = isDeclined() ? 'do_not_honor' : (DECLINED_AMOUNTS[amount] ?? null)
  const id = newId()
  const status = reason === null ? 'authorized' : 'declined'
  await tx.query(sql`
    insert into card_sandbox.transactions (id, key, kind, token, amount, currency, status, reason)
    values (${id}, ${key}, 'sale', ${token}, ${amount}, ${currency}, ${status}, ${reason})`)
  return read(tx, id)
}

/** Inserts a refund of a captured sale, or returns the earlier one with this key. */
async function insertRefund(
  tx: Transaction,
  saleId: string,
  { key, amount }: Parameters<Ledger['refund']>[1],
): Promise<GatewayTransaction> {
  const [known] = await withKey(tx, key)
  if (known) return known
  const sale = await read(tx, saleId)
  const id = newId()
  await tx.query(sql`
    insert into card_sandbox.transactions (id, key, kind, sale_id, amount, currency, status, reason)
    select ${id}, ${key}, 'refund', s.id, ${amount}, s.currency,
      case when r.is_covered then 'captured' else 'failed' end, case when r.is_covered then null else 'other' end
    from card_sandbox.transactions s cross join lateral (
      select s.status = 'captured' and s.amount >= ${amount}::numeric + coalesce(sum(amount), 0) as is_covered
      from card_sandbox.transactions where sale_id = s.id and status = 'captured') r
    where s.id = ${sale.id}`)
  return read(tx, id)
}

async function read(tx: Transaction, id: string): Promise<GatewayTransaction> {
  const [row] = await tx.query<GatewayTransaction>(sql`
    select id, kind, status, amount, reason from card_sandbox.transactions where id = ${id} for update`)
  if (!row) throw new Error('The sandbox has no such transaction.')
  return row
}

const withKey = (tx: Transaction, key: string) =>
  tx.query<GatewayTransaction>(sql`
    select id, kind, status, amount, reason from card_sandbox.transactions where key = ${key} order by created_at`)

const newId = () => `sandbox_${randomBytes(8).toString('hex')}`
