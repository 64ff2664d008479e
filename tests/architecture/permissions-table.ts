// docs/permissions.md: the abilities as a table. `npx node tests/architecture/permissions-table.ts` writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ABILITIES, ROLES } from '#domain/access/permissions.ts'

const COMMAND = 'npx node tests/architecture/permissions-table.ts'
const FILE = join(import.meta.dirname, '../../docs/permissions.md')
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function permissionsPage(): string {
  const table = [
    row(['ability', ...ROLES]),
    row(['---', ...ROLES.map(() => ':-:')]),
    ...Object.entries(ABILITIES).map(([ability, roles]) =>
      row([
        `\`${ability}\``,
        ...ROLES.map((role) => ((roles as readonly string[]).includes(role) ? '✓' : '')),
      ]),
    ),
  ]
  return `# Permissions of each role

The permissions apply within the fleet of the session. Drivers see only their assigned vehicles. \`${COMMAND}\` generates this
page from \`domain/access/permissions.ts\`, and \`npm run check\` fails if it is outdated.
Every call names its ability in the contract, and \`tests/api/core/authorization-matrix.test.ts\` tests each call as every role.

${table.join('\n')}
`
}

/** Returns the differences between the page and the abilities that the server enforces. Empty: it is current. */
export function findStalePermissions(): string[] {
  const isRight = readFileSync(FILE, 'utf8') === permissionsPage()
  return isRight ? [] : [`docs/permissions.md is not what the contract says: ${COMMAND}`]
}

if (import.meta.main) writeFileSync(FILE, permissionsPage())
