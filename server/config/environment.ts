import * as z from 'zod/mini'

export const RECALL_KINDS = ['live', 'sample', 'off'] as const
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const
const port = z.coerce.number('a port number').check(z.int(), z.gte(0), z.lte(65_535))
const flag = z.stringbool({ error: "'true' or 'false'" })
function within(min: number, max: number, kind: string) {
  const expected = `${kind} from ${min} to ${max}`
  return z.coerce.number(expected).check(z.gte(min, expected), z.lte(max, expected))
}

const SENDER = /^([^\s<>@]+@[^\s<>@]+|[^<>]*<[^\s<>@]+@[^\s<>@]+>)$/

/** Links of emails append their path. */
const isOrigin = (text: string) => /^https?:\/\/[^\s/?#]+\/?$/i.test(text) && URL.canParse(text)

const optionalText = z.optional(z.string())

/** The environment variables and their defaults. */
export const environmentSchema = z.object({
  PORT: z._default(port, 3000),
  /** Internal port for /metrics and /health. Default: none. */
  METRICS_PORT: z.optional(port),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  /** Seconds between SIGTERM and the end of the listener, while /readyz already returns 503. */
  DRAIN_SECONDS: z._default(within(0, 300, 'a number of seconds'), 0),
  /** Address to listen on. */
  HOST: z._default(z.string(), '127.0.0.1'),
  /** Your own PostgreSQL 15 or newer. Default: the embedded one, stored in DATA_FOLDER. */
  DATABASE_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\/\S+$/, 'a URL that begins with postgres://')),
  ),
  /** A streaming replica for reads. Default: all reads use DATABASE_URL. */
  DATABASE_REPLICA_URL: z.optional(
    z.string().check(z.regex(/^postgres(ql)?:\/\/\S+$/, 'a URL that begins with postgres://')),
  ),
  /** Lag above which no read uses the replica. */
  DATABASE_REPLICA_MAX_LAG: z._default(within(0.1, 3600, 'a number of seconds'), 10),
  /** Connections of one server to the database. */
  DATABASE_CONNECTIONS: z._default(
    within(2, 500, 'a whole number').check(z.int('a whole number from 2 to 500')),
    20,
  ),
  DATA_FOLDER: z._default(z.string(), './data'),
  /** Public address of the app, if it is not http://HOST:PORT (behind a proxy). */
  PUBLIC_URL: z.optional(
    z
      .string()
      .check(z.trim(), z.refine(isOrigin, 'a URL that begins with http:// or https://, without a path')),
  ),
  /** Folder for backups. Default: the server makes none. */
  BACKUP_FOLDER: optionalText,
  /** Minutes between two backups. */
  BACKUP_EVERY: z._default(within(5, 10_080, 'a number of minutes'), 60),
  /** Encrypts backups. Keep it elsewhere: a backup cannot be read without it. */
  BACKUP_KEY: z.optional(z.string().check(z.minLength(32, 'at least 32 characters'))),
  SMTP_URL: z.optional(
    z.string().check(z.regex(/^smtps?:\/\/\S+$/, 'a URL that begins with smtp:// or smtps://')),
  ),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.trim(),
        z.regex(SENDER, "an email address, or a name with one: 'Wheelbook <fleet@example.com>'"),
      ),
  ),
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
  FLEET_STORAGE_GB: z._default(z.coerce.number('a number above 0').check(z.gt(0, 'a number above 0')), 50),
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
  /** Base address of an OpenTelemetry collector. Default: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z.url({ protocol: /^https?$/, error: 'a URL that begins with http:// or https://' }),
  ),
  /** Share of requests and jobs that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.coerce
      .number('a number from 0 to 1')
      .check(z.gte(0, 'a number from 0 to 1'), z.lte(1, 'a number from 0 to 1')),
    1,
  ),
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
  DEMO_SHOP_SECONDS: z._default(within(0, 86_400, 'a number of seconds'), 12),
})

export type Environment = z.infer<typeof environmentSchema>
