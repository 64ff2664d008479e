import type { Database } from './database.ts'
import { sql } from './sql.ts'

const OLDEST_VERSION = 150_000

interface Rights {
  version: number
  encoding: string
  isReplica: boolean
  /** Whether a recovery has reached its target and waits, or an administrator paused a replica. */
  isPaused: boolean
  database: string
  user: string
  mayCreateInDatabase: boolean
  mayCreateInSchema: boolean
  /** Whether the role of requests exists and this user may switch to it. */
  hasAppRole: boolean
  mayGrantAppRole: boolean
  appRoleExists: boolean
  mayCreateRoles: boolean
  isMigrated: boolean
}

/**
 * Returns what prevents the server from using this database, one line each, with the SQL that an administrator runs.
 * Empty: nothing. Checked before the first migration, so that none fails halfway with a message about one statement.
 */
export async function findDatabaseProblems(db: Database): Promise<string[]> {
  const [rights] = await db.query<Rights>(sql`
    select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
      pg_is_in_recovery() as "isReplica",
      case when pg_is_in_recovery() then pg_is_wal_replay_paused() else false end as "isPaused", quote_ident(current_database()) as database, quote_ident(current_user) as user,
      has_database_privilege(current_database(), 'create') as "mayCreateInDatabase",
      has_schema_privilege('public', 'create') as "mayCreateInSchema",
      coalesce((select pg_has_role(oid, 'member') from pg_roles where rolname = 'wheelbook_app'), false) as "hasAppRole",
      coalesce((select pg_has_role(oid, 'member with admin option') from pg_roles where rolname = 'wheelbook_app'),
        false) as "mayGrantAppRole",
      exists (select from pg_roles where rolname = 'wheelbook_app') as "appRoleExists",
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayCreateRoles",
      to_regclass('public.sync_changes') is not null as "isMigrated"`)
  if (!rights) return []
  if (rights.isReplica && rights.isPaused)
    return [
      'The database is read-only: its recovery is paused. After a recovery to a point in time, a superuser ends it with: ' +
        'select pg_wal_replay_resume(); If it is a replica, set DATABASE_URL to the primary server.',
    ]
  if (rights.isReplica) return ['DATABASE_URL is a read-only replica. Set it to the primary server.']
  return [...findUnsuitable(rights), ...findMissingRights(rights)]
}

function findUnsuitable({ version, encoding, database }: Rights): string[] {
  const problems: string[] = []
  if (version < OLDEST_VERSION)
    problems.push(`PostgreSQL 15 or newer is required; this is ${Math.trunc(version / 10_000)}.`)
  if (encoding !== 'UTF8')
    problems.push(
      `The database must use UTF8, not ${encoding}: create database ${database} encoding 'UTF8' template template0;`,
    )
  return problems
}

/** The first migrations create the role of requests if there is none, and grant it to this user. */
function mayUseAppRole(rights: Rights): boolean {
  const { mayCreateRoles } = rights
  if (rights.isMigrated) return rights.hasAppRole || mayCreateRoles
  if (!rights.appRoleExists) return mayCreateRoles
  // Before version 16, a user who may create roles may grant all of them.
  return rights.mayGrantAppRole || (mayCreateRoles && rights.version < 160_000)
}

function findMissingRights(rights: Rights): string[] {
  const { user, database } = rights
  const statements: string[] = []
  if (!rights.mayCreateInDatabase) statements.push(`grant create on database ${database} to ${user};`)
  if (!rights.mayCreateInSchema) statements.push(`grant create on schema public to ${user};`)
  if (!mayUseAppRole(rights)) {
    if (!rights.appRoleExists) statements.push('create role wheelbook_app nologin;')
    statements.push(`grant wheelbook_app to ${user}${rights.isMigrated ? '' : ' with admin option'};`)
  }
  return statements.length === 0
    ? []
    : [
        `The database user ${user} lacks rights. An administrator runs this in the database ${database}:`,
        ...statements.map((statement) => `  ${statement}`),
      ]
}
