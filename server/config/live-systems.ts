import type { Config } from './config.ts'

/**
 * Returns the variables that name a system outside of this database. Two installations with copies of one database must not
 * share these: both would charge cards, send messages, and write or delete files.
 */
export function liveSystems(config: Config): string[] {
  const systems = {
    SMTP_URL: config.smtp,
    TWILIO_ACCOUNT_SID: config.twilio,
    BRAINTREE_MERCHANT_ID: config.braintree,
    GEOTAB_USERNAME: config.geotab,
    S3_BUCKET: config.s3,
    FUEL_CARD_S3_BUCKET: config.fuelCardBucket,
    BACKUP_FOLDER: config.backup.folder,
  }
  return Object.entries(systems).flatMap(([variable, setting]) => (setting === null ? [] : [variable]))
}
