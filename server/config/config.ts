import * as z from 'zod/mini'
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'

const RECALL_KINDS = ['live', 'sample', 'off'] as const
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
const port = z.coerce.number('a port number').check(z.int(), z.gte(0), z.lte(65_535))
const flag = z.stringbool({ error: "'true' or 'false'" })
const optionalText = z.optional(z.string())

const environment = z.object({
  PORT: z._default(port, 3000),
  /** Address to listen on. */
  HOST: z._default(z.string(), '127.0.0.1'),
  /** Your own PostgreSQL 15 or newer. Default: the embedded one, stored in DATA_FOLDER. */
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\/\S+$/, 'a URL that begins with postgres://')),
  ),
  DATA_FOLDER: z._default(z.string(), './data'),
  /** Public address of the app, if it is not http://HOST:PORT (behind a proxy). */
  PUBLIC_URL: z.optional(
    z.url({ protocol: /^https?$/, error: 'a URL that begins with http:// or https://' }),
  ),
  SMTP_URL: z.optional(
    z.string().check(z.regex(/^smtps?:\/\/\S+$/, 'a URL that begins with smtp:// or smtps://')),
  ),
  MAIL_FROM: optionalText,
  S3_BUCKET: optionalText,
  S3_REGION: optionalText,
  S3_ENDPOINT: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  /** Bucket that receives settlement files of fuel cards. Default: they can only be downloaded. */
  FUEL_CARD_S3_BUCKET: optionalText,
  FUEL_CARD_S3_REGION: optionalText,
  FUEL_CARD_S3_ENDPOINT: optionalText,
  FUEL_CARD_S3_ACCESS_KEY_ID: optionalText,
  FUEL_CARD_S3_SECRET_ACCESS_KEY: optionalText,
  /** Braintree account for real cards. Default: the sandbox. */
  BRAINTREE_ENVIRONMENT: z.optional(z.enum(['sandbox', 'production'], "'sandbox' or 'production'")),
  BRAINTREE_MERCHANT_ID: optionalText,
  BRAINTREE_PUBLIC_KEY: optionalText,
  BRAINTREE_PRIVATE_KEY: optionalText,
  /** Merchant accounts of the two currencies. Without the Canadian one, Canadian fleets cannot pay by card. */
  BRAINTREE_MERCHANT_ACCOUNT_USD: optionalText,
  BRAINTREE_MERCHANT_ACCOUNT_CAD: optionalText,
  /** MyGeotab account for real telematics. Default: simulated devices in demo mode. */
  GEOTAB_SERVER: z._default(
    z.url({ protocol: /^https?$/, error: 'a URL that begins with https://' }),
    'https://my.geotab.com',
  ),
  GEOTAB_USERNAME: optionalText,
  GEOTAB_PASSWORD: optionalText,
  /** Twilio account that sends text messages. Default: they stay in the local mailbox. */
  TWILIO_ACCOUNT_SID: optionalText,
  TWILIO_AUTH_TOKEN: optionalText,
  /** A number ('+1…') or the SID of a messaging service ('MG…'). */
  TWILIO_FROM: z.optional(
    z.string().check(z.regex(/^(\+\d{8,15}|MG[0-9a-f]{32})$/, "a number like '+16145550100', or 'MG…'")),
  ),
  /** Source of recalls; 'sample' recalls are fictional. */
  RECALLS: z.optional(z.enum(RECALL_KINDS, `one of ${RECALL_KINDS.join(', ')}`)),
  /** Storage limit for documents per fleet, in gigabytes (10^9 bytes). */
  FLEET_STORAGE_GB: z._default(z.coerce.number('a number').check(z.gt(0)), 50),
  /** Folder with the brands to serve instead of the package's, one subfolder each: see brands/README.md. */
  BRANDS_FOLDER: optionalText,
  /** URL that receives the app's error reports (API-019). */
  ERROR_REPORT_URL: z.optional(
    z.url({ protocol: /^https?$/, error: 'a URL that begins with http:// or https://' }),
  ),
  /** Partners whose servers may create sign-in keys: see `PartnerConfig`. */
  PARTNERS: optionalText,
  /** Uses reCAPTCHA instead of the built-in proof of work. Set both or neither. */
  RECAPTCHA_SITE_KEY: optionalText,
  RECAPTCHA_SECRET_KEY: optionalText,
  /** Your flag service: any OFREP server. Default: flags follow the settings of brands and fleets. */
  OFREP_ENDPOINT: z.optional(
    z.url({ protocol: /^https?$/, error: 'a URL that begins with http:// or https://' }),
  ),
  OFREP_TOKEN: optionalText,
  /** Key for hashing user IDs sent to the flag service. Default: a key stored in the database. */
  OFREP_HASH_KEY: z.optional(z.string().check(z.minLength(32, 'at least 32 characters'))),
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`), 'info'),
  /** Number of proxies in front of the server, or their addresses and ranges, separated by commas. */
  TRUST_PROXY: optionalText,
  /** Loads demo data at the first start and serves the mailbox at /mailbox. On unless this is a real installation. */
  DEMO: z.optional(flag),
  /** Demo mode: makes the mailbox, with its codes and reset links, public. */
  EXPOSE_DEMO_MAILBOX: z._default(flag, false),
  /** 'false': the installation provides its own services and schedules. */
  CATALOGUE: z._default(flag, true),
  /** Demo mode: seconds that the simulated shops take for each step of an order. */
  DEMO_SHOP_SECONDS: z._default(z.coerce.number('a number of seconds').check(z.gte(0), z.lte(86_400)), 12),
})

/** JSON: `[{"name": "trackline", "secret": "…", "fleets": [7], "affiliations": [1]}]`. */
const Partners = z.array(
  z.strictObject({
    name: z.string().check(z.minLength(1)),
    secret: z.string().check(z.regex(/^\S{32,500}$/)),
    fleets: z._default(z.array(z.int()), []),
    affiliations: z._default(z.array(z.int()), []),
  }),
)

/** Thrown with one line per invalid variable. */
export class ConfigError extends Error {}

export interface FileStoreConfig {
  bucket: string
  region: string
  endpoint: string | null
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/** Users for whom a partner's server may create sign-in keys (ruling 7). */
export interface PartnerConfig {
  name: string
  secret: string
  fleetIds: number[]
  affiliationIds: number[]
}

export interface BraintreeConfig {
  environment: 'sandbox' | 'production'
  merchantId: string
  publicKey: string
  privateKey: string
  /** Null: the merchant's default account, for US dollars only. */
  merchantAccounts: { USD: string | null; CAD: string | null }
}

/** The account that reads the fleets' databases. Each database must grant it access. */
export interface GeotabConfig {
  server: string
  userName: string
  password: string
}

export interface FlagServiceConfig {
  url: string
  /** Sent as a bearer token. */
  token: string | null
  /** Null: a key stored in the database. */
  hashKey?: string | null
}

export interface Config {
  port: number
  host: string
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  dataFolder: string
  publicUrl: string | null
  /** Null: mail stays in the local mailbox. */
  smtp: { url: string; from: string } | null
  /** Null: files are stored in the data folder. */
  s3: FileStoreConfig | null
  /** Null: settlement files of fuel cards can only be downloaded. */
  fuelCardBucket: FileStoreConfig | null
  /** Null: the sandbox, which accepts test cards only. */
  braintree: BraintreeConfig | null
  /** Null: a simulator in demo mode, else no telematics. */
  geotab: GeotabConfig | null
  /** Null: text messages stay in the local mailbox. */
  twilio: { accountSid: string; authToken: string; from: string } | null
  /** 'live' queries NHTSA and Transport Canada. */
  recalls: (typeof RECALL_KINDS)[number]
  /** Storage limit for the documents of one fleet. */
  fleetStorageBytes: number
  /** Null: the brands of the package. */
  brandsFolder: string | null
  /** Null: the app sends no error reports. */
  errorReportUrl: string | null
  partners: PartnerConfig[]
  /** Null: ALTCHA, on this server. */
  recaptcha: { siteKey: string; secretKey: string } | null
  /** Null: flags follow the settings of brands and fleets. */
  flagService: FlagServiceConfig | null
  logLevel: (typeof LOG_LEVELS)[number]
  trustProxy: TrustedProxies
  demo: boolean
  /** Whether the demo's mailbox is open to other machines. */
  exposeMailbox: boolean
  /** Whether an empty database without demo data gets the built-in services and schedules. */
  hasCatalogue: boolean
  /** Seconds that the demo's simulated shops take for a step. */
  shopSeconds: number
}

/** Reads the environment. Throws ConfigError that lists every invalid variable. Treats an empty value as unset. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const result = z.safeParse(environment, given)
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((i) => `${i.path.join('.')} must be ${i.message}.`).join('\n'),
    )
  }
  const e = result.data
  const missing = [
    ...(e.SMTP_URL && !e.MAIL_FROM ? ['MAIL_FROM must be set when SMTP_URL is.'] : []),
    ...missingOfBucket(e, 'S3'),
    ...missingOfBucket(e, 'FUEL_CARD_S3'),
    ...missingOfBraintree(e),
    ...(Boolean(e.GEOTAB_USERNAME) !== Boolean(e.GEOTAB_PASSWORD)
      ? ['GEOTAB_USERNAME and GEOTAB_PASSWORD must be set together.']
      : []),
    ...(new Set([e.TWILIO_ACCOUNT_SID, e.TWILIO_AUTH_TOKEN, e.TWILIO_FROM].map(Boolean)).size > 1
      ? ['TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set together.']
      : []),
    ...(Boolean(e.RECAPTCHA_SITE_KEY) !== Boolean(e.RECAPTCHA_SECRET_KEY)
      ? ['RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET_KEY must be set together.']
      : []),
  ]
  const partners = partnersOf(e.PARTNERS)
  if (partners === null)
    missing.push(
      'PARTNERS must be a JSON list of {"name", "secret" of 32 characters at least, "fleets", "affiliations"}.',
    )
  const trustProxy = trustProxyOf(e.TRUST_PROXY)
  if (trustProxy === undefined)
    missing.push(
      "TRUST_PROXY must be how many proxies stand in front ('1'), or their addresses ('10.0.0.5,10.1.0.0/16').",
    )
  if (missing.length > 0) throw new ConfigError(missing.join('\n'))
  const isDemo = e.DEMO ?? !(e.SMTP_URL || e.PUBLIC_URL)
  return {
    port: e.PORT,
    host: e.HOST,
    databaseUrl: e.DATABASE_URL ?? null,
    dataFolder: e.DATA_FOLDER,
    publicUrl: e.PUBLIC_URL?.replace(/\/$/, '') ?? null,
    smtp: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : null,
    s3: bucketOf(e, 'S3'),
    fuelCardBucket: bucketOf(e, 'FUEL_CARD_S3'),
    braintree: braintreeOf(e),
    geotab:
      e.GEOTAB_USERNAME && e.GEOTAB_PASSWORD
        ? { server: e.GEOTAB_SERVER, userName: e.GEOTAB_USERNAME, password: e.GEOTAB_PASSWORD }
        : null,
    twilio:
      e.TWILIO_ACCOUNT_SID && e.TWILIO_AUTH_TOKEN && e.TWILIO_FROM
        ? { accountSid: e.TWILIO_ACCOUNT_SID, authToken: e.TWILIO_AUTH_TOKEN, from: e.TWILIO_FROM }
        : null,
    fleetStorageBytes: e.FLEET_STORAGE_GB * 1e9,
    brandsFolder: e.BRANDS_FOLDER ?? null,
    errorReportUrl: e.ERROR_REPORT_URL ?? null,
    partners: partners ?? [],
    recaptcha:
      e.RECAPTCHA_SITE_KEY && e.RECAPTCHA_SECRET_KEY
        ? { siteKey: e.RECAPTCHA_SITE_KEY, secretKey: e.RECAPTCHA_SECRET_KEY }
        : null,
    flagService: e.OFREP_ENDPOINT
      ? { url: e.OFREP_ENDPOINT, token: e.OFREP_TOKEN ?? null, hashKey: e.OFREP_HASH_KEY ?? null }
      : null,
    logLevel: e.LOG_LEVEL,
    trustProxy: trustProxy ?? null,
    shopSeconds: e.DEMO_SHOP_SECONDS,
    hasCatalogue: e.CATALOGUE,
    demo: isDemo,
    exposeMailbox: e.EXPOSE_DEMO_MAILBOX,
    recalls: e.RECALLS ?? (isDemo ? 'sample' : 'off'),
  }
}

/** Prefixes of the variables that configure a bucket. */
type BucketPrefix = 'S3' | 'FUEL_CARD_S3'

function missingOfBucket(e: z.infer<typeof environment>, prefix: BucketPrefix): string[] {
  return [
    ...(e[`${prefix}_BUCKET`] && !e[`${prefix}_REGION`]
      ? [`${prefix}_REGION must be set when ${prefix}_BUCKET is.`]
      : []),
    ...(Boolean(e[`${prefix}_ACCESS_KEY_ID`]) !== Boolean(e[`${prefix}_SECRET_ACCESS_KEY`])
      ? [`${prefix}_ACCESS_KEY_ID and ${prefix}_SECRET_ACCESS_KEY must be set together.`]
      : []),
  ]
}

function bucketOf(e: z.infer<typeof environment>, prefix: BucketPrefix): FileStoreConfig | null {
  const [bucket, region] = [e[`${prefix}_BUCKET`], e[`${prefix}_REGION`]]
  if (!bucket || !region) return null
  const [id, secret] = [e[`${prefix}_ACCESS_KEY_ID`], e[`${prefix}_SECRET_ACCESS_KEY`]]
  return {
    bucket,
    region,
    endpoint: e[`${prefix}_ENDPOINT`] ?? null,
    credentials: id && secret ? { accessKeyId: id, secretAccessKey: secret } : null,
  }
}

const BRAINTREE = [
  'BRAINTREE_ENVIRONMENT',
  'BRAINTREE_MERCHANT_ID',
  'BRAINTREE_PUBLIC_KEY',
  'BRAINTREE_PRIVATE_KEY',
] as const

function missingOfBraintree(e: z.infer<typeof environment>): string[] {
  const missing = BRAINTREE.filter((name) => !e[name])
  if (missing.length === 0 || missing.length === BRAINTREE.length) return []
  return missing.map((name) => `${name} must be set when another BRAINTREE_ variable is.`)
}

function braintreeOf(e: z.infer<typeof environment>): BraintreeConfig | null {
  const [kind, merchantId, publicKey, privateKey] = BRAINTREE.map((name) => e[name])
  if (!merchantId || !publicKey || !privateKey) return null
  return {
    environment: kind === 'production' ? 'production' : 'sandbox',
    merchantId,
    publicKey,
    privateKey,
    merchantAccounts: {
      USD: e.BRAINTREE_MERCHANT_ACCOUNT_USD ?? null,
      CAD: e.BRAINTREE_MERCHANT_ACCOUNT_CAD ?? null,
    },
  }
}

function partnersOf(text: string | undefined): PartnerConfig[] | null {
  if (text === undefined) return []
  try {
    return z.parse(Partners, JSON.parse(text)).map(({ name, secret, fleets, affiliations }) => ({
      name,
      secret,
      fleetIds: fleets,
      affiliationIds: affiliations,
    }))
  } catch {
    return null
  }
}

/** Returns undefined when the text is neither a number of proxies nor a list of addresses. */
function trustProxyOf(text: string | undefined): TrustedProxies | undefined {
  try {
    return parseTrustedProxies(text)
  } catch {
    return undefined
  }
}

/** Returns one line for each setting that is valid but probably a mistake. Printed at startup. */
export function configWarnings(config: Config, variables: Record<string, string | undefined>): string[] {
  const warnings: string[] = []
  // The server speaks plain HTTP only, so an https URL means that a proxy terminates TLS.
  if (config.publicUrl?.startsWith('https:') && config.trustProxy === null && !variables.TRUST_PROXY?.trim())
    warnings.push(
      'PUBLIC_URL is https but TRUST_PROXY is not set: all people will share one address in limits. ' +
        'Set TRUST_PROXY to the number of proxies in front (1), or to their addresses.',
    )
  if (config.demo && isReachable(config))
    warnings.push(
      'Demo mode can be reached from other machines: its accounts have a password that everybody knows. Keep real data out.',
    )
  if (config.demo && config.exposeMailbox)
    warnings.push(
      'EXPOSE_DEMO_MAILBOX is on: everybody who reaches this server can read all one-time passwords and reset links.',
    )
  return warnings
}

/** Whether other machines can reach this server. */
const isReachable = ({ host, publicUrl, trustProxy }: Config) =>
  trustProxy !== null ||
  !LOOPBACK_HOST.test(host) ||
  (publicUrl !== null && !LOOPBACK_HOST.test(new URL(publicUrl).hostname))

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i
