// docs/operate/retention.md: how long each table keeps its rows. `npx node tests/architecture/retention-page.ts` writes it.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RETENTION } from '#server/retention/retention.ts'

const ROOT = join(import.meta.dirname, '../..')
const COMMAND = 'npx node tests/architecture/retention-page.ts'
const FILE = join(ROOT, 'docs/operate/retention.md')
/** Precedes the generated table. */
const START = '<!-- generated -->'

/** Tables that migrations create and do not drop. */
function tablesOfMigrations(): Set<string> {
  const tables = new Set<string>()
  for (const file of globSync('server/db/migrations/*.sql', { cwd: ROOT }).sort()) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    for (const [, kind, name = ''] of text.matchAll(
      /^(create table|drop table)(?: if (?:not )?exists)? (\w+)/gim,
    ))
      if (kind?.toLowerCase() === 'create table') tables.add(name)
      else tables.delete(name)
  }
  return tables
}

function pageOf(written: string): string {
  const rows = Object.entries(RETENTION).map(([table, { keeps }]) => `| \`${table}\` | ${keeps} |`)
  const [prose = ''] = written.split(START)
  return `${prose}${START}\n\n| table | keeps its rows |\n|---|---|\n${rows.join('\n')}\n`
}

/** Returns the tables without a decision, those that do not exist, and whether the page is outdated. Empty: there are none. */
export function findRetentionGaps(): string[] {
  const tables = tablesOfMigrations()
  const decided = Object.keys(RETENTION)
  const written = readFileSync(FILE, 'utf8')
  return [
    ...[...tables]
      .filter((table) => !(table in RETENTION))
      .map((table) => `server/retention/retention.ts does not say how long ${table} keeps its rows`),
    ...decided.filter((table) => !tables.has(table)).map((table) => `${table} in retention.ts is no table`),
    ...(written === pageOf(written) ? [] : [`docs/operate/retention.md is outdated: ${COMMAND}`]),
  ]
}

if (import.meta.main) writeFileSync(FILE, pageOf(readFileSync(FILE, 'utf8')))
