// Old servers serve while a new one migrates (docs/operate.md), so a migration may only add.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../server/db/migrations')
/** Earlier migrations are part of every installation. */
const FIRST = '0095'
/** Earlier migrations were merged before the check of locks. */
const FIRST_WITHOUT_LONG_LOCKS = '0190'

/** What breaks a server that does not know the migration, with what to do instead. */
const BREAKS: [RegExp, string][] = [
  [/\bdrop (table|function|view|type)\b/, 'drop it in a later version, after its last use'],
  [/\bdrop column\b/, 'drop it in a later version, after its last use'],
  [/\brename\b/, 'add the new name, and remove the old one in a later version'],
  [/\bset not null\b/, 'the old version writes null'],
  [/\balter column \w+ (set data )?type\b/, 'add a column of the new type'],
  [
    /\badd column (?:if not exists )?\w+ [^,;]*\bnot null\b(?![^,;]*\b(default|generated)\b)/,
    'give it a default',
  ],
]

/** A version that does not know a migration with this line does not start (decision 100). */
const NOT_ADDITIVE = /^-- not additive: \S/m

/**
 * Returns the statements of migrations after the first ones that break a server of an older version, unless the migration
 * says so.
 */
export function findDestructiveMigrations(files = readMigrations()): string[] {
  return files.flatMap(({ name, text }) => {
    const statements = text.replaceAll(/--.*$/gm, '').toLowerCase().replaceAll(/\s+/g, ' ')
    const found = BREAKS.filter(([pattern]) => pattern.test(statements))
    if (NOT_ADDITIVE.test(text))
      return found.length > 0 ? [] : [`${name} only adds. Remove its line '-- not additive'.`]
    return found.map(
      ([pattern, advice]) =>
        `${name}: '${pattern.exec(statements)?.[0]}': ${advice}, or add the line '-- not additive: <why>'`,
    )
  })
}

const LOCKS = /^drop index\b|^alter table .*\b(add|drop) (constraint|check)\b/
const NEW_TABLE = /^create table (?:if not exists )?(\w+)/
/** Long statements on existing tables. The group is the table. */
const LONG_WORK = [
  /^create (?:unique )?index .*?\bon (?:only )?(\w+)/,
  /^(?:with .*)?\binsert into (\w+) .*\bselect\b/,
  /^(?:with .*\) )?update (?:only )?(\w+)/,
]

/**
 * Returns migrations that take an exclusive lock and do long work in the same transaction, during which no server can
 * read the table.
 */
export function findLongLocks(
  files = readMigrations().filter(({ name }) => name >= FIRST_WITHOUT_LONG_LOCKS),
): string[] {
  return files.flatMap(({ name, text }) => {
    const statements = statementsOf(text)
    const created = new Set(statements.map((statement) => NEW_TABLE.exec(statement)?.[1]))
    const lock = statements.find((statement) => LOCKS.test(statement))
    const work = statements.find((statement) =>
      LONG_WORK.some((pattern) => {
        const table = pattern.exec(statement)?.[1]
        return table !== undefined && !created.has(table)
      }),
    )
    if (lock === undefined || work === undefined) return []
    return [`${name}: '${lock}' locks a table until '${work}' ends. Use two migrations.`]
  })
}

/** Returns the statements without comments. Bodies of functions are left out, because the migration does not run them. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(create (?:or replace )?function [^;$]*)\$(\w*)\$.*?\$\2\$/g, '$1')
    .split(';')
    .map((statement) => statement.trim())
}

function readMigrations(): { name: string; text: string }[] {
  return readdirSync(FOLDER)
    .filter((name) => name >= FIRST)
    .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
}
