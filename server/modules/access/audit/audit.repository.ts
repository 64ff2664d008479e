import type { AuditAction, AuditEntry, FieldChange } from '#contract/access/audit.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { fmcRoles, notInSettings } from '../users/user-scope.ts'

/** An entry of the audit log: who acted, on whom, in which fleet. */
interface AuditRow {
  fleetId: number
  userId: number
  act: AuditAction
  /** The user concerned; left out: the fleet. */
  subjectId?: number
  changes?: readonly FieldChange[]
}

export async function insertAudit(db: Queryable, row: AuditRow): Promise<void> {
  await db.query(sql`
    insert into audit_trail (fleet_id, user_id, act, subject_id, changes)
    values (${row.fleetId}, ${row.userId}, ${row.act}, ${row.subjectId ?? null}, ${JSON.stringify(row.changes ?? [])}::jsonb)`)
}

/** The user set their own password. Users without a fleet have no audit log. */
export async function insertPasswordAudit(db: Queryable, userId: number): Promise<void> {
  await db.query(sql`
    insert into audit_trail (fleet_id, user_id, act, subject_id)
    select fleet_id, id, 'user.password_set', id from users where id = ${userId} and fleet_id is not null`)
}

/**
 * Condition on the log: actions in a fleet on its users and policies; index audit_trail_newest. Users of a management
 * company belong to a fleet whose users cannot list them, so their entries are not included.
 */
export const inFleetAudit = (fleetId: number): Query =>
  sql`a.fleet_id = ${fleetId} and not coalesce(s.roles && ${notInSettings}, false)`

/**
 * Actions on users of the actor's management company, also deleted ones; indexes users_of_affiliation,
 * audit_trail_subject.
 */
export const inCompanyAudit = (userId: number): Query => sql`a.subject_id = any(array(
  select u.id from users u where u.roles && ${fmcRoles} and u.affiliation_id = (select me.affiliation_id from users me where me.id = ${userId})))`

/** Newest first, older than `cursor`. */
export function readAudit(
  db: Queryable,
  where: Query,
  query: { userId: number | undefined; cursor: number | undefined; limit: number },
): Promise<AuditEntry[]> {
  const isSubject = query.userId === undefined ? sql`` : sql`and a.subject_id = ${query.userId}`
  const older = query.cursor === undefined ? sql`` : sql`and a.id < ${query.cursor}`
  return db.query<AuditEntry>(sql`
    select a.id, a.at, a.act, a.changes, json_build_object('id', w.id, 'name', w.name) as by,
      case when s.id is null then null else json_build_object('id', s.id, 'name', s.name) end as of
    from audit_trail a join users w on w.id = a.user_id left join users s on s.id = a.subject_id
    where ${where} ${isSubject} ${older} order by a.id desc limit ${query.limit}`)
}
