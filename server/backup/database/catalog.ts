import pg from 'pg'
import type { Sequence, Table } from '../archive/records.ts'
import { BackupError } from '../errors.ts'

/**
 * Schemas in a backup. The schema of the job queue is left out: pg-boss creates it, and a server enqueues again what
 * the rows say is unsent or unfinished.
 */
export const SCHEMAS = ['public', 'card_sandbox']
const JOB_SCHEMA = 'jobs'

export const qualified = (table: { schema: string; name: string }) =>
  `${pg.escapeIdentifier(table.schema)}.${pg.escapeIdentifier(table.name)}`
const columnsOf = (table: Table) => table.columns.map(pg.escapeIdentifier).join(', ')

export const copyOutOf = (table: Table) => `copy ${qualified(table)} (${columnsOf(table)}) to stdout`
export const copyInTo = (table: Table) => `copy ${qualified(table)} (${columnsOf(table)}) from stdin`

/** Makes the text of rows the same on every server, and their order that of the disk. */
export const COPY_SETTINGS = `set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set synchronize_seqscans = off;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

const notOfAnExtension = (catalog: string, oid: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/** Returns the tables of the application. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { is_ours: boolean }>(
    `select n.nspname as schema, c.relname as name, pg_has_role(c.relowner, 'USAGE') as is_ours, array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname = any($1) and ${notOfAnExtension('pg_class', 'c.oid')} order by 1, 2`,
    [SCHEMAS],
  )
  // Row-level security hides rows from others than the owner.
  const foreign = rows.find(({ is_ours }) => !is_ours)
  if (foreign)
    throw new BackupError(
      `DATABASE_URL must name the role that owns the tables; ${qualified(foreign)} has another.`,
    )
  return rows.map(({ schema, name, columns }) => ({ schema, name, columns }))
}

/** Returns the sequences, identity columns included. They may be ahead of the snapshot, never behind it. */
export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as last
      from pg_sequences where schemaname = any($1) order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}

/**
 * Statements that drop every object of the application, and nothing that belongs to an extension. Tables come first, and
 * take their own sequences with them.
 */
export async function dropStatements(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('drop %s if exists %I.%I cascade', case c.relkind when 'v' then 'view'
        when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end, 'public', c.relname) as statement,
        case c.relkind when 'S' then 2 else 1 end as turn
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
        and ${notOfAnExtension('pg_class', 'c.oid')}
    union all select format('drop routine if exists %s cascade', p.oid::regprocedure), 3
      from pg_proc p where p.pronamespace = 'public'::regnamespace and ${notOfAnExtension('pg_proc', 'p.oid')}
    union all select format('drop type if exists %I.%I cascade', 'public', t.typname), 4
      from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd')
        and ${notOfAnExtension('pg_type', 't.oid')}
    order by turn`)
  const schemas = [...SCHEMAS, JOB_SCHEMA].filter((schema) => schema !== 'public')
  return [
    ...schemas.map((schema) => `drop schema if exists ${pg.escapeIdentifier(schema)} cascade`),
    ...rows.map(({ statement }) => statement),
  ]
}

/** What slows the loading of rows or acts on it: dropped before, and made again after. */
interface Obstacles {
  remove: string[]
  /** Recreates them. Foreign keys are checked by that. */
  restore: string[]
}

/**
 * Returns foreign keys, indexes that are not constraints, triggers and forced row-level security (under which
 * PostgreSQL rejects COPY) of the application's tables.
 */
export async function obstaclesOf(client: pg.ClientBase): Promise<Obstacles> {
  const inSchemas = `c.relnamespace = any(select oid from pg_namespace where nspname = any($1))`
  const { rows } = await client.query<{ remove: string; restore: string }>(
    `select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname) as remove,
        format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_get_constraintdef(k.oid)) as restore,
        1 as turn
      from pg_constraint k join pg_class c on c.oid = k.conrelid where k.contype = 'f' and k.conparentid = 0 and ${inSchemas}
    union all select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 2
      from pg_index i join pg_class c on c.oid = i.indrelid where ${inSchemas} and c.relkind = 'r'
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    union all select format('alter table %s disable trigger user', c.oid::regclass),
        format('alter table %s enable trigger user', c.oid::regclass), 3
      from pg_class c where ${inSchemas} and c.relkind = 'r' and exists (select from pg_trigger t
        where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled = 'O')
    union all select format('alter table %s no force row level security', c.oid::regclass),
        format('alter table %s force row level security', c.oid::regclass), 0
      from pg_class c where ${inSchemas} and c.relkind = 'r' and c.relforcerowsecurity
    order by turn`,
    [SCHEMAS],
  )
  return { remove: rows.map(({ remove }) => remove), restore: rows.map(({ restore }) => restore).reverse() }
}
