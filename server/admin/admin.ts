import { readFile } from 'node:fs/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Config } from '#server/config/config.ts'
import { SHOP_COLUMNS } from '../modules/catalog/shops/shop-import.service.ts'
import { CompanyInput } from '../modules/fmc/companies/companies.service.ts'
import { sampleShops } from './sample-shops.ts'
import { withServices } from './with-services.ts'

const USAGE = `Usage: npm run admin -- create-company --name <company> --brand <brand> --email <first FMC user>
  [--first-name …] [--last-name …] [--language en|fr] [--country US|CA] [--time-zone America/New_York]
Usage: npm run admin -- import-shops --file <shops.csv>
  Columns: ${SHOP_COLUMNS.join(', ')}
Usage: npm run admin -- import-shops --sample
  Invented shops, in demo mode only`

/** Thrown for an invalid command line; the message is the usage text. */
export class UsageError extends Error {}

/** Runs one administrator command. Errors: UsageError, CompanyRefused. */
export async function admin(
  args: readonly string[],
  config: Config,
  say: (line: string) => void,
): Promise<void> {
  const [command, ...rest] = args
  if (command === 'create-company') return createCompany(rest, config, say)
  if (command === 'import-shops') return importShops(rest, config, say)
  throw new UsageError(USAGE)
}

async function importShops(args: string[], config: Config, say: (line: string) => void): Promise<void> {
  const { file, sample } = optionsOf(args, { file: { type: 'string' }, sample: { type: 'boolean' } })
  if ((typeof file === 'string') === (sample === true)) throw new UsageError(USAGE)
  if (sample === true && !config.demo)
    throw new UsageError('Invented shops are for demo mode. Give your own: --file <shops.csv>')
  const bytes = typeof file === 'string' ? await readFile(file) : Buffer.from(sampleShops())
  await withServices(config, async ({ shopImport }) => {
    const { created, changed, same } = await shopImport.load(bytes)
    say(`Added ${created} shops, changed ${changed}, left ${same} unchanged.`)
  })
}

async function createCompany(args: string[], config: Config, say: (line: string) => void): Promise<void> {
  const read = CompanyInput.safeParse(optionsOf(args, COMPANY_OPTIONS))
  if (!read.success) {
    const wrong = new Set(read.error.issues.map(({ path }) => `--${String(path[0])}`))
    throw new UsageError(`Missing or wrong: ${[...wrong].join(', ')}.\n${USAGE}`)
  }
  await withServices(config, async ({ companies }) => {
    const { fleetId } = await companies.create(read.data)
    const { name, brand, email } = read.data
    say(`Created the company '${name}' with its own fleet (${fleetId}), under the brand ${brand}.`)
    say(`Queued an invitation to ${email}. Its link sets a password, and the user gets the role FMC.`)
  })
}

const text = { type: 'string' } as const
const COMPANY_OPTIONS = {
  ...{ name: text, brand: text, email: text, language: text, country: text },
  ...{ 'first-name': text, 'last-name': text, 'time-zone': text },
}

function optionsOf(
  args: string[],
  options: NonNullable<ParseArgsConfig['options']>,
): Record<string, unknown> {
  try {
    return { ...parseArgs({ args, options }).values }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}
