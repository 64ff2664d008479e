import * as z from 'zod/mini'
import { type Config, ConfigError } from './config.ts'
import { type Environment, environmentSchema } from './environment.ts'
import { braintreeOf, bucketOf, missingOfBraintree, missingOfBucket, partnersOf } from './external-systems.ts'
import { parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'

/** Reads the environment. Throws ConfigError that lists every invalid variable. Treats an empty value as unset. */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()))
  const result = z.safeParse(environmentSchema, given)
  if (!result.success) {
    throw new ConfigError(
      result.error.issues.map((i) => `${i.path.join('.')} must be ${i.message}.`).join('\n'),
    )
  }
  const e = result.data
  const missing = missingVariables(e)
  const partners = partnersOf(e.PARTNERS)
  if (partners === null)
    missing.push(
      'PARTNERS must be a JSON list of {"name", "secret" of at least 32 characters, "fleets", "affiliations"}.',
    )
  const trustProxy = trustProxyOf(e.TRUST_PROXY)
  if (trustProxy === undefined)
    missing.push(
      "TRUST_PROXY must be the number of proxies in front ('1'), or their addresses ('10.0.0.5,10.1.0.0/16').",
    )
  if (missing.length > 0) throw new ConfigError(missing.join('\n'))
  const isDemo = e.DEMO ?? !(e.SMTP_URL || e.PUBLIC_URL)
  return {
    port: e.PORT,
    host: e.HOST,
    internal: e.METRICS_PORT === undefined ? null : { host: e.METRICS_HOST, port: e.METRICS_PORT },
    tracing: e.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: e.OTEL_EXPORTER_OTLP_ENDPOINT, share: e.OTEL_TRACES_SAMPLER_ARG }
      : null,
    drainSeconds: e.DRAIN_SECONDS,
    databaseConnections: e.DATABASE_CONNECTIONS,
    databaseUrl: e.DATABASE_URL ?? null,
    replica: e.DATABASE_REPLICA_URL
      ? { url: e.DATABASE_REPLICA_URL, maxLagSeconds: e.DATABASE_REPLICA_MAX_LAG }
      : null,
    dataFolder: e.DATA_FOLDER,
    backup: { folder: e.BACKUP_FOLDER ?? null, everyMinutes: e.BACKUP_EVERY, key: e.BACKUP_KEY ?? null },
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
    hasCatalog: e.CATALOGUE,
    demo: isDemo,
    exposeMailbox: e.EXPOSE_DEMO_MAILBOX,
    recalls: e.RECALLS ?? (isDemo ? 'sample' : 'off'),
  }
}

/** Returns one line for each variable that another one requires. */
function missingVariables(e: Environment): string[] {
  return [
    ...(e.SMTP_URL && !e.MAIL_FROM ? ['MAIL_FROM must be set when SMTP_URL is.'] : []),
    ...(e.DATABASE_REPLICA_URL && !e.DATABASE_URL
      ? ['DATABASE_URL must be set when DATABASE_REPLICA_URL is.']
      : []),
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
}

/** Returns undefined when the text is neither a number of proxies nor a list of addresses. */
function trustProxyOf(text: string | undefined): TrustedProxies | undefined {
  try {
    return parseTrustedProxies(text)
  } catch {
    return undefined
  }
}
