// Old servers serve while a new one migrates (docs/operate.md), so a migration may only add.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, '../../server/db/migrations')
/** Earlier migrations are part of every installation. */
const FIRST = '0095'

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

function readMigrations(): { name: string; text: string }[] {
  return readdirSync(FOLDER)
    .filter((name) => name >= FIRST)
    .map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }))
}
