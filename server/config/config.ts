import type { LOG_LEVELS, RECALL_KINDS } from './environment.ts'
import type { TrustedProxies } from './trusted-proxies.ts'

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

interface BackupConfig {
  /** Null: backups are only made on request, into a folder that is named then. */
  folder: string | null
  everyMinutes: number
  /** Null: backups are not encrypted. */
  key: string | null
}

export interface Config {
  port: number
  host: string
  /** Where /metrics and /health are served. Null: nowhere. */
  internal: { host: string; port: number } | null
  /** OpenTelemetry collector that receives traces. Null: none are recorded. */
  tracing: { endpoint: string; share: number } | null
  /** Seconds during which a stopping server still serves while /readyz returns 503. */
  drainSeconds: number
  databaseConnections: number
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** A streaming replica for reads, and the lag above which it is not used. Null: all reads use the primary. */
  replica: { url: string; maxLagSeconds: number } | null
  dataFolder: string
  backup: BackupConfig
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
  hasCatalog: boolean
  /** Seconds that the demo's simulated shops take for a step. */
  shopSeconds: number
}
