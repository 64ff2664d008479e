import type { Environment } from './environment.ts'

/** Variables that have no effect without another one. */
const NEEDS: [without: keyof Environment, names: (keyof Environment)[]][] = [
  ['S3_BUCKET', ['S3_REGION', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  [
    'FUEL_CARD_S3_BUCKET',
    [
      'FUEL_CARD_S3_REGION',
      'FUEL_CARD_S3_ENDPOINT',
      'FUEL_CARD_S3_ACCESS_KEY_ID',
      'FUEL_CARD_S3_SECRET_ACCESS_KEY',
    ],
  ],
  ['BACKUP_FOLDER', ['BACKUP_EVERY']],
  ['OFREP_ENDPOINT', ['OFREP_TOKEN', 'OFREP_HASH_KEY']],
  ['BRAINTREE_MERCHANT_ID', ['BRAINTREE_MERCHANT_ACCOUNT_USD', 'BRAINTREE_MERCHANT_ACCOUNT_CAD']],
  ['SMTP_URL', ['MAIL_FROM']],
  ['METRICS_PORT', ['METRICS_HOST']],
  ['DATABASE_REPLICA_URL', ['DATABASE_REPLICA_MAX_LAG']],
  ['GEOTAB_USERNAME', ['GEOTAB_SERVER']],
]

/** Returns one line for each variable that is set in vain. */
export function idleVariables(variables: Record<string, string | undefined>): string[] {
  return NEEDS.flatMap(([other, names]) =>
    variables[other]?.trim()
      ? []
      : names
          .filter((name) => variables[name]?.trim())
          .map((name) => `${name} has no effect without ${other}.`),
  )
}
