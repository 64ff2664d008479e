import type { Environment } from './environment.ts'

/** What the page of the configuration says about one variable. Markdown. */
interface VariableText {
  meaning: string
  /** The value without the variable. */
  unset: string
}

/** Variables that are set together, or that belong to one thing. */
interface VariableGroup {
  title: string
  /** Names of one row, and its text. */
  rows: [names: (keyof Environment)[], VariableText][]
}

const row = (names: (keyof Environment)[], meaning: string, unset: string): VariableGroup['rows'][number] => [
  names,
  { meaning, unset },
]

/** Describes every environment variable; a test demands that none is missing. */
export const VARIABLES: VariableGroup[] = [
  {
    title: 'Server',
    rows: [
      row(['PORT', 'HOST'], 'port and address to listen on', '`3000`, `127.0.0.1`'),
      row(
        ['PUBLIC_URL'],
        'the public address, behind a proxy, without a path. With `https://`, cookies are Secure and HSTS is sent',
        '`http://HOST:PORT`',
      ),
      row(
        ['TRUST_PROXY'],
        'number of proxies in front (`1`), or their addresses and ranges (`10.0.0.5,10.1.0.0/16`). Only these are trusted for `X-Forwarded-For`, `-Proto` and `-Host`. `true` is rejected',
        'no proxy is trusted',
      ),
      row(
        ['METRICS_PORT', 'METRICS_HOST'],
        'internal port and address of `/metrics` and `/health`, which need no password. Do not expose them to the internet',
        'neither is served; `127.0.0.1`',
      ),
      row(
        ['DRAIN_SECONDS'],
        'seconds after SIGTERM during which the server still serves while `/readyz` returns 503, so that a load balancer notices; 0 to 300',
        '`0`',
      ),
      row(
        ['LOG_LEVEL'],
        '`debug` to `silent`; `info` logs one line for each response',
        '`info` (`npm start`: `warn`)',
      ),
      row(
        ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER_ARG'],
        'base address of an OpenTelemetry collector that receives [traces](metrics.md#traces) over OTLP (HTTP, JSON), and the share of requests and jobs that are traced',
        'no traces; `1`',
      ),
      row(
        ['ERROR_REPORT_URL'],
        'address that the app posts its errors to: code, status, path and version as JSON in plain text, no user input',
        'none',
      ),
    ],
  },
  {
    title: 'Database and files',
    rows: [
      row(['DATABASE_URL'], 'your own PostgreSQL, 15 or newer', 'the embedded one'),
      row(
        ['DATABASE_CONNECTIONS'],
        "connections of one server to the database, 2 to 500. Each server has one more for `/readyz` and one for live updates. All servers together need [ten fewer](../operate.md#several-machines) than PostgreSQL's `max_connections`",
        '`20`',
      ),
      row(
        ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_MAX_LAG'],
        'a [streaming replica](database.md) that takes lists, reports and first syncs, and the lag in seconds (0.1 to 3,600) above which it is not used. `DATABASE_CONNECTIONS` applies to it too',
        'all reads use `DATABASE_URL`; `10`',
      ),
      row(['DATA_FOLDER'], 'folder for the embedded database and files', '`./data`'),
      row(
        ['S3_BUCKET', 'S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
        'S3 bucket for the files of this installation only. Two servers need one, or a shared `DATA_FOLDER`',
        'files in the data folder',
      ),
      row(
        ['BACKUP_FOLDER', 'BACKUP_EVERY', 'BACKUP_KEY'],
        'folder, minutes between two (5 to 10,080) and encryption key of scheduled [backups](backups.md)',
        'no backups; `60`; not encrypted',
      ),
      row(
        ['FLEET_STORAGE_GB'],
        'storage limit for the documents of one fleet, in gigabytes; more than 0',
        '`50`',
      ),
    ],
  },
  {
    title: 'Mail and text messages',
    rows: [
      row(['SMTP_URL', 'MAIL_FROM'], 'mail server and sender address', 'a local mailbox at `/mailbox`'),
      row(
        ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
        'Twilio account for text messages; `TWILIO_FROM` is a number (`+1…`) or a messaging service (`MG…`)',
        'text messages stay in the local mailbox',
      ),
    ],
  },
  {
    title: 'Brands and access',
    rows: [
      row(
        ['BRANDS_FOLDER'],
        'folder with your own brands, one subfolder each, instead of the ten included: `brands/README.md`',
        '`brands/` of the package',
      ),
      row(
        ['PARTNERS'],
        'partners whose servers may create sign-in keys and sign-ups: `[{"name": "…", "secret": "32 characters or more", "fleets": [7], "affiliations": [1]}]`',
        'none',
      ),
      row(
        ['RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY'],
        'reCAPTCHA, for brands with the flag `captcha`',
        'ALTCHA, a proof of work on this server',
      ),
      row(
        ['OFREP_ENDPOINT', 'OFREP_TOKEN'],
        'your flag service (any OFREP server) and its bearer token. `contract/access/account.ts` names the seven flags; `footer_link_list` holds the footer’s links',
        'the settings of brands and fleets',
      ),
      row(
        ['OFREP_HASH_KEY'],
        '32 characters or more. The flag service gets no user IDs or email addresses: `targetingKey` and `customer_id` are `HMAC-SHA-256(key, "customer:<id>")`, `email` is `HMAC-SHA-256(key, "email:<address in lower case>")`, both in hex',
        'a random key in the database (`secrets`, name `flags`)',
      ),
    ],
  },
  {
    title: 'Payments',
    rows: [
      row(
        ['BRAINTREE_ENVIRONMENT', 'BRAINTREE_MERCHANT_ID', 'BRAINTREE_PUBLIC_KEY', 'BRAINTREE_PRIVATE_KEY'],
        'your Braintree account, for real cards; the environment is `sandbox` or `production`',
        'a local sandbox with test cards, without network access',
      ),
      row(
        ['BRAINTREE_MERCHANT_ACCOUNT_USD', 'BRAINTREE_MERCHANT_ACCOUNT_CAD'],
        'Braintree merchant account for each currency',
        'US dollars use the default account; Canadian fleets cannot pay by card',
      ),
      row(
        [
          'FUEL_CARD_S3_BUCKET',
          'FUEL_CARD_S3_REGION',
          'FUEL_CARD_S3_ENDPOINT',
          'FUEL_CARD_S3_ACCESS_KEY_ID',
          'FUEL_CARD_S3_SECRET_ACCESS_KEY',
        ],
        'bucket that receives settlement files of WEX and Fleetcor',
        'staff of the management company download them',
      ),
    ],
  },
  {
    title: 'Vehicles',
    rows: [
      row(
        ['GEOTAB_USERNAME', 'GEOTAB_PASSWORD', 'GEOTAB_SERVER'],
        'MyGeotab account that reads the fleets’ telematics databases. Each fleet grants it access to its own database',
        'a simulator in demo mode, otherwise no telematics; `https://my.geotab.com`',
      ),
      row(
        ['RECALLS'],
        '`live` queries NHTSA and Transport Canada by year, make and model, never by VIN: each night, and every 10 minutes for new models; `off` disables recalls',
        '`sample` (invented recalls) in demo mode, otherwise `off`',
      ),
      row(
        ['CATALOGUE'],
        'adds our services and maintenance schedules to a database without any (also with `--empty`)',
        'on',
      ),
    ],
  },
  {
    title: 'Demo mode',
    rows: [
      row(
        ['DEMO'],
        'demo data and the mailbox. Refuses to start on a database with fleets that demo mode did not create',
        'on if neither `SMTP_URL` nor `PUBLIC_URL` is set',
      ),
      row(
        ['EXPOSE_DEMO_MAILBOX'],
        '`true` opens the demo mailbox, with its one-time passwords and reset links, to anyone who can reach the server',
        'open to browsers on this machine only, and not through a proxy',
      ),
      row(
        ['DEMO_SHOP_SECONDS'],
        'seconds between the steps of the simulated shops: confirm, estimate, complete; 0 to 86,400',
        '`12`',
      ),
    ],
  },
]
