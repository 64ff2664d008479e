// docs/operate/configuration.md: every environment variable. `npx node tests/architecture/configuration-page.ts` writes it.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { environmentSchema } from '#server/config/environment.ts'
import { VARIABLES } from '#server/config/variables.ts'

const COMMAND = 'npx node tests/architecture/configuration-page.ts'
const FILE = join(import.meta.dirname, '../../docs/operate/configuration.md')

function configurationPage(): string {
  const groups = VARIABLES.map(({ title, rows }) => {
    const lines = rows.map(
      ([names, { meaning, unset }]) =>
        `| ${names.map((name) => `\`${name}\``).join(', ')} | ${meaning} | ${unset} |`,
    )
    return `## ${title}\n\n| variable | meaning | without it |\n|---|---|---|\n${lines.join('\n')}\n`
  })
  return `# Configuration

Environment variables configure the server. They are checked at startup, with one message for each invalid value; an empty value
counts as unset. Without any of them, everything is embedded. \`${COMMAND}\` generates this page from
\`server/config/variables.ts\`, and \`npm run check\` fails if a variable is missing or the page is outdated.

${groups.join('\n')}`
}

/** Returns the variables whose default value the page does not show. What a flag does by default is said in words. */
function hiddenDefaults(): string[] {
  const defaults = Object.entries(environmentSchema.parse({})).filter(
    ([, value]) => value !== undefined && typeof value !== 'boolean',
  )
  return defaults.flatMap(([name, value]) => {
    const described = VARIABLES.flatMap(({ rows }) => rows).find(([names]) =>
      names.some((each) => each === name),
    )
    return described?.[1].unset.includes(`\`${value}\``)
      ? []
      : [`the default of ${name} is not described: ${value}`]
  })
}

/**
 * Returns the variables without a description or with two, those whose default is not described, and whether the page is
 * outdated. Empty: all is well.
 */
export function findConfigurationGaps(): string[] {
  const described = VARIABLES.flatMap(({ rows }) => rows.flatMap(([names]) => names))
  const read = Object.keys(environmentSchema.shape)
  return [
    ...read
      .filter((name) => !described.some((each) => each === name))
      .map((name) => `${name} is not described`),
    ...described
      .filter((name, i) => described.indexOf(name) !== i)
      .map((name) => `${name} is described twice`),
    ...hiddenDefaults(),
    ...(readFileSync(FILE, 'utf8') === configurationPage()
      ? []
      : [`docs/operate/configuration.md is not what the code says: ${COMMAND}`]),
  ]
}

if (import.meta.main) writeFileSync(FILE, configurationPage())
