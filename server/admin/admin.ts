import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { CompanyInput } from '../modules/fmc/companies/companies.service.ts'
import { withServices } from './with-services.ts'

const USAGE = `Usage: npm run admin -- create-company --name <company> --brand <brand> --email <first FMC user>
  [--first-name …] [--last-name …] [--language en|fr] [--country US|CA] [--time-zone America/New_York]`

/** The command line is wrong; the message says how it is used. */
export class UsageError extends Error {}

/** Runs one command of the administrator. Errors: UsageError, CompanyRefused. */
export async function admin(
  args: readonly string[],
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  const [command, ...rest] = args
  if (command !== 'create-company') throw new UsageError(USAGE)
  await createCompany(rest, config, say)
}

async function createCompany(args: string[], config: Config, say: (line: string) => void): Promise<void> {
  const read = CompanyInput.safeParse(optionsOf(args))
  if (!read.success) {
    const wrong = new Set(read.error.issues.map(({ path }) => `--${String(path[0])}`))
    throw new UsageError(`Missing or wrong: ${[...wrong].join(', ')}.\n${USAGE}`)
  }
  await withServices(config, async ({ companies }) => {
    const { fleetId } = await companies.create(read.data)
    const { name, brand, email } = read.data
    say(`Created the company '${name}' with its own fleet (${fleetId}), under the brand ${brand}.`)
    say(`Queued an invitation to ${email}, who sets a password by its link and then has the role FMC.`)
  })
}

function optionsOf(args: string[]): Record<string, unknown> {
  const text = { type: 'string' } as const
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...{ name: text, brand: text, email: text, language: text, country: text },
        ...{ 'first-name': text, 'last-name': text, 'time-zone': text },
      },
    })
    return { ...values }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}
