import type { FieldChange } from '#contract/access/audit.ts'
import type { Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

interface CurrentValues {
  email: string
  cell_phone: string | null
  first_name: string
  last_name: string
}

export interface KnownValues {
  emails: string[]
  phones: string[]
  names: string[]
}

/**
 * Returns the addresses, phone numbers and names that the user has or had according to the audit trail. A deleted user has no
 * address any more. Leaves out former addresses and numbers that another user has now, and former names
 * that another user of the company has now.
 */
export async function knownValues(tx: Transaction, userId: number): Promise<KnownValues> {
  const [user] = await tx.query<CurrentValues>(
    sql`select email, cell_phone, first_name, last_name from users where id = ${userId}`,
  )
  if (!user) return { emails: [], phones: [], names: [] }
  const trail = await tx.query<{ changes: FieldChange[] }>(sql`
    select changes from audit_trail where subject_id = ${userId} and changes <> '[]' order by id desc`)
  const emails = new Set([user.email])
  const phones = new Set(user.cell_phone === null ? [] : [user.cell_phone])
  let { first_name: firstName, last_name: lastName } = user
  const names = new Set([`${firstName} ${lastName}`])
  for (const { changes } of trail) {
    for (const { field, from, to } of changes) {
      if (field === 'email') for (const value of texts([from, to])) emails.add(value)
      if (field === 'cellPhone') for (const value of texts([from, to])) phones.add(value)
      if (field === 'firstName' && typeof from === 'string') firstName = from
      if (field === 'lastName' && typeof from === 'string') lastName = from
    }
    names.add(`${firstName} ${lastName}`)
  }
  const taken = await tx.query<{ email: string; cell_phone: string | null }>(sql`
    select lower(email) as email, cell_phone from users where id <> ${userId}
      and (lower(email) = any(${toLowerCase([...emails])}::text[]) or cell_phone = any(${[...phones]}::text[]))`)
  const usersWithSameName = await tx.query<{ name: string }>(sql`
    select o.first_name || ' ' || o.last_name as name
    from users u join fleets f on f.id = u.fleet_id
    join fleets g on g.id = f.id or g.affiliation_id = f.affiliation_id
    join users o on o.fleet_id = g.id and o.id <> u.id
    where u.id = ${userId} and o.first_name || ' ' || o.last_name = any(${[...names]}::text[])`)
  const currentName = `${user.first_name} ${user.last_name}`
  return {
    emails: [...emails].filter((email) => !taken.some((other) => other.email === email.toLowerCase())),
    phones: [...phones].filter(
      (phone) => phone === user.cell_phone || !taken.some((other) => other.cell_phone === phone),
    ),
    names: [...names].filter(
      (name) => name === currentName || !usersWithSameName.some((other) => other.name === name),
    ),
  }
}

export const toLowerCase = (emails: readonly string[]) => emails.map((email) => email.toLowerCase())

const texts = (values: unknown[]) => values.filter((value) => typeof value === 'string')
