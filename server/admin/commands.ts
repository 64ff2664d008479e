import type * as z from '#contract/core/zod.ts'
import { ROLES } from '#domain/access/permissions.ts'
import { confirmRestore } from '#server/backup/database/restore-mark.ts'
import type { Services } from '#server/composition/services.ts'
import type { Config } from '#server/config/config.ts'
import { replaceSecret, SECRETS, type SecretName } from '#server/integrations/secrets.ts'
import { JOB_NAMES, type OpenJobs } from '#server/jobs/jobs.ts'
import { importShops, SHOP_COLUMNS } from '../modules/catalog/shops/shop-import.service.ts'
import { CompanyInput, createCompany } from '../modules/fmc/companies/companies.service.ts'
import { endSessions, requireUser, requireUserId, unlockUser } from './accounts.ts'
import { adminRepository } from './admin.repository.ts'
import { readGivenFile, STANDARD, writeNewFile } from './command-files.ts'
import { listCommands } from './command-trail.ts'
import { createFleet, createUser, FleetInput, UserInput } from './create.ts'
import { countErasure, eraseUser } from './erase-user.ts'
import { exportUser } from './export-user.ts'
import { sampleShops } from './sample-shops.ts'
import { CommandRejected, UsageError } from './usage-error.ts'

type Values = Record<string, string | boolean | undefined>

interface CommandContext {
  config: Config
  services: Services
  jobs: OpenJobs
  values: Values
}

/** What a command reports: sentences, or rows. With --json, both are printed as JSON. */
export type Outcome = { message: string; facts: object } | { rows: object[] }

export interface Command {
  summary: string
  /** Options with their help. An option whose help begins with '<' takes a value. */
  options: Record<string, string>
  /** Rejects wrong values before the database is opened. Throws UsageError. */
  check?: (values: Values, config: Config) => void
  /** Options whose values the command trail stores: none that is personal. Left out: the command is not recorded. */
  recorded?: readonly string[]
  run(context: CommandContext): Promise<Outcome>
}

const EMAIL = { email: '<address> of the user' }

/** All commands. The help and docs/operate/command-line.md are generated from this table. */
export const COMMANDS: Record<string, Command> = {
  'create-company': {
    summary: 'Creates a management company with its fleet and its first FMC user, who is invited by email.',
    options: {
      name: '<company>',
      brand: '<key>, see brands',
      email: '<address> of the first user',
      'first-name': '<name> of the first user',
      'last-name': '<name> of the first user',
      language: '<en or fr>',
      country: '<US or CA>',
      'time-zone': '<zone>, for example America/New_York',
    },
    recorded: ['name', 'brand'],
    check: (values) => void readInput(CompanyInput, values),
    async run({ services, values }) {
      const company = readInput(CompanyInput, values)
      const { db, now: clock, ports } = services
      const facts = await createCompany({ db, clock, ports }, company)
      const { name, brand, email } = company
      const message = `Created the company '${name}' with its own fleet (${facts.fleetId}), under the brand ${brand}.
Queued an invitation to ${email}. Its link sets a password, and the user gets the role FMC.`
      return { message, facts }
    },
  },
  'create-fleet': {
    summary: 'Creates an empty fleet, alone or of a management company.',
    options: {
      name: '<fleet>',
      brand: '<key>, see brands',
      company: '<company>, if it belongs to one',
      country: '<US or CA>',
      'time-zone': '<zone>, for example America/New_York',
    },
    recorded: ['name', 'brand', 'company'],
    check: (values) => void readInput(FleetInput, values),
    async run({ services, values }) {
      const input = readInput(FleetInput, values)
      const fleetId = await createFleet(services, input)
      return { message: `Created the fleet '${input.name}' (${fleetId}).`, facts: { fleetId } }
    },
  },
  'create-user': {
    summary:
      'Creates a user of a fleet with any role, for example its first Owner or a Super Admin, who is invited by email.',
    options: {
      fleet: '<id>, see fleets',
      role: `<role>: ${ROLES.join(', ')}`,
      email: '<address> of the user',
      'first-name': '<name> of the user',
      'last-name': '<name> of the user',
      language: '<en or fr>',
    },
    recorded: ['fleet', 'role'],
    check: (values) => void readInput(UserInput, values),
    async run({ services, values }) {
      const input = readInput(UserInput, values)
      const userId = await createUser(services, input)
      const message = `Queued an invitation to ${input.email}. Its link sets a password, and the user gets the role ${input.role}.`
      return { message, facts: { userId } }
    },
  },
  'import-shops': {
    summary: `Adds and changes shops. Columns of the file: ${SHOP_COLUMNS.join(', ')}.`,
    options: {
      file: '<shops.csv>, or - for the standard input',
      sample: 'invented shops, in demo mode only',
    },
    recorded: ['file', 'sample'],
    check({ file, sample }, config) {
      if ((typeof file === 'string') === (sample === true))
        throw new UsageError('Give either --file or --sample.')
      if (sample === true && !config.demo)
        throw new UsageError('Invented shops are for demo mode. Give your own: --file <shops.csv>')
    },
    async run({ services, values: { file } }) {
      const bytes = typeof file === 'string' ? await readGivenFile(file) : Buffer.from(sampleShops())
      const facts = await importShops({ db: services.db, announce: services.changes.announce }, bytes)
      const { created, changed, same } = facts
      return { message: `Added ${created} shops, changed ${changed}, left ${same} unchanged.`, facts }
    },
  },
  brands: {
    summary: 'Lists the brands that this server has.',
    options: {},
    run: async ({ services }) => ({
      rows: services.brands.map(({ key, name, subdomains }) => ({ key, name, hosts: subdomains.join(' ') })),
    }),
  },
  fleets: {
    summary: 'Lists the fleets with their companies, vehicles and active users.',
    options: {},
    run: async ({ services }) => ({ rows: await adminRepository.fleets(services.db) }),
  },
  'end-sessions': {
    summary: 'Signs a user out everywhere and forgets their devices, or all users.',
    options: { ...EMAIL, all: 'all users, for example after an intrusion' },
    recorded: ['all'],
    check({ email, all }) {
      if ((typeof email === 'string') === (all === true))
        throw new UsageError('Give either --email or --all.')
    },
    async run({ services, values: { email } }) {
      const facts = await endSessions(services.db, typeof email === 'string' ? email : null)
      return { message: `Ended ${facts.sessions} sessions and forgot ${facts.devices} devices.`, facts }
    },
  },
  unlock: {
    summary: 'Lets a user sign in again who was locked out by failed attempts.',
    options: EMAIL,
    recorded: [],
    check: ({ email }) => requireText('email', email),
    async run({ services, values: { email } }) {
      await unlockUser(services.db, String(email))
      return { message: `${email} can sign in again.`, facts: { email } }
    },
  },
  'export-user': {
    summary:
      'Writes everything that the database has about a user to a JSON file, without passwords and tokens.',
    options: { ...EMAIL, file: '<user.json> that must not exist, or - for the standard output' },
    recorded: ['file'],
    check({ email, file }) {
      requireText('email', email)
      requireText('file', file)
    },
    async run({ services, values: { email, file } }) {
      const userId = await requireUser(services.db, String(email))
      const tables = await exportUser(services.db, userId)
      const text = JSON.stringify(tables, null, 2)
      if (file === STANDARD) return { message: text, facts: tables }
      await writeNewFile(String(file), text)
      const rows = Object.values(tables).reduce((sum, all) => sum + all.length, 0)
      return { message: `Wrote ${rows} rows about ${email} to ${file}.`, facts: { rows, file } }
    },
  },
  'erase-user': {
    summary:
      'Erases a person: deletes what is only about them, and makes their records anonymous. Shows what it would do unless --yes is given.',
    options: {
      ...EMAIL,
      user: '<id> of a user who was deleted before',
      yes: 'erases; this cannot be undone',
    },
    recorded: ['yes'],
    check({ email, user }) {
      if ((typeof email === 'string') === (typeof user === 'string'))
        throw new UsageError('Give either --email or --user.')
      if (user !== undefined && !/^\d{1,15}$/.test(String(user)))
        throw new UsageError('Missing or wrong: --user.')
    },
    async run({ services: { db, changes }, values: { email, user, yes } }) {
      const id =
        typeof email === 'string' ? await requireUser(db, email) : await requireUserId(db, Number(user))
      const rows = await countErasure(db, id)
      if (yes !== true) return { rows }
      for (const fleetId of await eraseUser(db, id)) changes.announce(fleetId)
      const customers = await adminRepository.gatewayCustomers(db, id)
      const message = `Erased user ${id}. Backups still contain the user until they are deleted.`
      const gateway = ` The card gateway may still have name, email and phone number of the user: clear the customers ${customers.join(', ')} by hand there.`
      return {
        message: customers.length > 0 ? message + gateway : message,
        facts: { user: id, rows, customers },
      }
    },
  },
  'confirm-restore': {
    summary:
      'Lets servers with external systems start on a restored database. Stop all other servers of production first.',
    options: {},
    recorded: [],
    async run({ services }) {
      const isConfirmed = await confirmRestore(services.db)
      const message = isConfirmed
        ? 'Confirmed: this database replaces production. Start the servers.'
        : 'There is no restore to confirm.'
      return { message, facts: { confirmed: isConfirmed } }
    },
  },
  'replace-secret': {
    summary:
      'Replaces a secret that the servers made themselves, while they run. What the old one has signed stays valid for 90 days.',
    options: {
      name: `<name>: ${SECRETS.join(', ')}`,
      leaked: 'invalidates everything signed with the old secret within a minute',
    },
    recorded: ['name', 'leaked'],
    check({ name }) {
      if (!SECRETS.some((secret) => secret === name)) throw new UsageError('Missing or wrong: --name.')
    },
    async run({ services, values: { name, leaked } }) {
      if (!(await replaceSecret(services.db, name as SecretName, leaked === true)))
        throw new CommandRejected(
          `The secret ${name} was replaced less than 90 days ago. Replacing it again would invalidate what the value before has \
signed. Wait, or add --leaked to invalidate everything signed so far.`,
        )
      return { message: `Replaced the secret ${name}.`, facts: { name } }
    },
  },
  trail: {
    summary: 'Lists the latest 1,000 commands that changed data or read personal data.',
    options: {},
    run: async ({ services }) => ({ rows: await listCommands(services.db) }),
  },
  jobs: {
    summary: 'Counts waiting, running and failed background jobs.',
    options: {},
    run: async ({ services }) => ({ rows: await adminRepository.jobs(services.db) }),
  },
  'retry-jobs': {
    summary: 'Runs the failed jobs of a queue again.',
    options: { name: '<queue>, see jobs' },
    recorded: ['name'],
    check({ name }) {
      requireText('name', name)
      if (!JOB_NAMES.some((queue) => queue === name))
        throw new UsageError(`There is no queue ${name}: ${JOB_NAMES.join(', ')}.`)
    },
    async run({ services, jobs, values }) {
      const name = String(values.name)
      const failed = await adminRepository.failedJobs(services.db, name)
      await jobs.retry(
        name,
        failed.map(({ id }) => id),
      )
      return { message: `Started ${failed.length} failed jobs again.`, facts: { retried: failed.length } }
    },
  },
}

/** Throws UsageError with the wrong options. */
function readInput<Schema extends z.ZodMiniType>(schema: Schema, values: Values): z.infer<Schema> {
  const read = schema.safeParse(values)
  if (read.success) return read.data
  const wrong = new Set(read.error.issues.map(({ path }) => `--${String(path[0])}`))
  throw new UsageError(`Missing or wrong: ${[...wrong].join(', ')}.`)
}

function requireText(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw new UsageError(`Missing or wrong: --${name}.`)
}
