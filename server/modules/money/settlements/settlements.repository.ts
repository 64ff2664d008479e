import type { FuelCardProvider, SettlementFile } from '#contract/money/settlements.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** A closed file that has not been submitted. */
export interface ClosedFile {
  id: number
  provider: FuelCardProvider
  day: string
}

/** One charge or refund. */
export interface SettlementLine {
  charge_id: string
  kind: 'charge' | 'refund'
  charged_at: string
  fleet_id: number
  fleet_name: string
  account_number: string
  order_id: number | null
  subscription_month: string | null
  currency: 'USD' | 'CAD'
  /** Negative for a refund. */
  amount: string
}

const SIGNED = sql`case a.kind when 'refunded' then -a.amount else a.amount end`
const ofCompanyOf = (userId: number) =>
  sql`f.affiliation_id = (select u.affiliation_id from users u where u.id = ${userId})`

export const settlementsRepository = {
  /**
   * Adds every charge and refund of the days before `today` to the file of its day and closes it. If that file is
   * already closed, because the row was committed late, the file of the day before `today` takes it. One server at a
   * time.
   */
  async closeFiles(tx: Transaction, today: string): Promise<void> {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('settlement files', 0))`)
    await tx.query(sql`
      with waiting as (
        select a.id, p.provider, f.affiliation_id, (a.created_at at time zone 'UTC')::date as day
        from payment_activities a join payments p on p.id = a.payment_id join fleets f on f.id = a.fleet_id
        where a.settles and a.created_at < ${today}::timestamp at time zone 'UTC'
          and not exists (select from settlement_lines l where l.activity_id = a.id)
      ), placed as (
        select w.id, w.provider, w.affiliation_id,
          case when exists (select from settlement_files s where s.provider = w.provider and s.day = w.day
              and s.affiliation_id is not distinct from w.affiliation_id)
            then ${today}::date - 1 else w.day end as day
        from waiting w
      ), made as (
        insert into settlement_files (provider, affiliation_id, day)
        select distinct provider, affiliation_id, day from placed
        on conflict on constraint settlement_files_once do nothing
        returning id, provider, affiliation_id, day
      )
      insert into settlement_lines (activity_id, file_id)
      select p.id, m.id from placed p join made m on m.provider = p.provider and m.day = p.day
        and m.affiliation_id is not distinct from p.affiliation_id`)
  },

  /** Index: settlement_files_to_submit. */
  toSubmit(db: Queryable): Promise<ClosedFile[]> {
    return db.query(sql`
      select id, provider, day from settlement_files where submitted_at is null order by id limit 50`)
  },

  lines(db: Queryable, fileId: number): Promise<SettlementLine[]> {
    return db.query<SettlementLine>(sql`
      select p.key || case a.kind when 'refunded' then '-refund-' || a.id else '' end as charge_id,
        case a.kind when 'refunded' then 'refund' else 'charge' end as kind, a.created_at as charged_at,
        p.fleet_id, f.name as fleet_name, p.account_number, p.order_id, p.subscription_month, p.currency,
        (${SIGNED})::text as amount
      from settlement_lines l join payment_activities a on a.id = l.activity_id
        join payments p on p.id = a.payment_id join fleets f on f.id = p.fleet_id
      where l.file_id = ${fileId} order by a.id`)
  },

  async markSubmitted(db: Queryable, id: number): Promise<void> {
    await db.query(
      sql`update settlement_files set submitted_at = now() where id = ${id} and submitted_at is null`,
    )
  },

  /** Returns one page of the files of the user's management company, and the total count. */
  async list(
    db: Queryable,
    userId: number,
    query: { provider?: FuelCardProvider | undefined; page: number; per_page: number },
  ): Promise<{ files: SettlementFile[]; count: number }> {
    const where = sql`${ofCompanyOf(userId)} and (${query.provider ?? null}::text is null or f.provider = ${query.provider ?? null})`
    const files = await db.query<SettlementFile>(sql`
      select f.id, f.provider, f.day, f.submitted_at, n.charges, n.refunds, n.totals
      from settlement_files f cross join lateral (
        select coalesce(sum(t.charges), 0)::int as charges, coalesce(sum(t.refunds), 0)::int as refunds,
          coalesce(json_agg(json_build_object('currency', t.currency, 'amount', t.amount::text) order by t.currency), '[]')
            as totals
        from (select p.currency, sum(${SIGNED}) as amount, count(*) filter (where a.kind = 'captured') as charges,
            count(*) filter (where a.kind = 'refunded') as refunds
          from settlement_lines l join payment_activities a on a.id = l.activity_id join payments p on p.id = a.payment_id
          where l.file_id = f.id group by p.currency) t) n
      where ${where} order by f.day desc, f.provider, f.id desc
      limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`)
    const [row] = await db.query<{ n: number }>(
      sql`select count(*) as n from settlement_files f where ${where}`,
    )
    return { files, count: row?.n ?? 0 }
  },

  /** Returns a submitted file of the user's management company. */
  async find(db: Queryable, userId: number, id: number): Promise<ClosedFile | undefined> {
    const [row] = await db.query<ClosedFile>(sql`
      select f.id, f.provider, f.day from settlement_files f
      where ${ofCompanyOf(userId)} and f.id = ${id} and f.submitted_at is not null`)
    return row
  },
}
