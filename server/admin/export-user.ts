import { type Database, disableTimeouts } from '#server/db/database.ts'
import { adminRepository } from './admin.repository.ts'
import { knownValues } from './known-values.ts'

/** Columns that give access instead of information. */
const SECRET = /(^|_)(hash|token|secret|otp)$/

type Row = Record<string, unknown>

/**
 * Returns everything that the database has about a user, by table: the user, all rows that refer to the user, sign-ins,
 * and messages to addresses and phone numbers that the user has or had. Tables of new features are included without a change here.
 */
export function exportUser(db: Database, userId: number): Promise<Record<string, Row[]>> {
  return db.system(async (tx) => {
    // Some columns that refer to users have no index.
    await disableTimeouts(tx)
    const tables: Record<string, Row[]> = {}
    for (const reference of await adminRepository.referencesToUsers(tx)) {
      const rows = await adminRepository.rowsReferring(tx, reference, userId)
      if (rows.length === 0) continue
      const name = `${reference.table}.${reference.column}`
      tables[name] = rows.map(({ row }) => withoutSecrets(row))
    }
    for (const { name, row } of await adminRepository.messagesTo(tx, await knownValues(tx, userId)))
      tables[name] = [...(tables[name] ?? []), withoutSecrets(row)]
    return tables
  })
}

const withoutSecrets = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET.test(column)))
