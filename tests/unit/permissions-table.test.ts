import { expect, test } from 'vitest'
import { ABILITIES, ROLES } from '#contract/core/permissions.ts'

test('the table of rights that people read is the one that the server refuses by', async () => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
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
  const text = `# Who may do what

Within the fleet that the session stands in; drivers see their assigned vehicles only. From
\`contract/core/permissions.ts\`; after a change there: \`npx vitest run --project unit tests/unit/permissions-table.test.ts -u\`.
Every call names its ability in the contract, and \`tests/api/core/authorization-matrix.test.ts\` tries each as every role.

${table.join('\n')}
`
  await expect(text).toMatchFileSnapshot('../../docs/permissions.md')
})
