import * as z from 'zod/mini'
import type { BraintreeConfig, FileStoreConfig, PartnerConfig } from './config.ts'
import type { Environment } from './environment.ts'

/** JSON: `[{"name": "trackline", "secret": "…", "fleets": [7], "affiliations": [1]}]`. */
const Partners = z.array(
  z.strictObject({
    name: z.string().check(z.minLength(1)),
    secret: z.string().check(z.regex(/^\S{32,500}$/)),
    fleets: z._default(z.array(z.int()), []),
    affiliations: z._default(z.array(z.int()), []),
  }),
)

/** Prefixes of the variables that configure a bucket. */
type BucketPrefix = 'S3' | 'FUEL_CARD_S3'

export function missingOfBucket(e: Environment, prefix: BucketPrefix): string[] {
  return [
    ...(e[`${prefix}_BUCKET`] && !e[`${prefix}_REGION`]
      ? [`${prefix}_REGION must be set when ${prefix}_BUCKET is.`]
      : []),
    ...(Boolean(e[`${prefix}_ACCESS_KEY_ID`]) !== Boolean(e[`${prefix}_SECRET_ACCESS_KEY`])
      ? [`${prefix}_ACCESS_KEY_ID and ${prefix}_SECRET_ACCESS_KEY must be set together.`]
      : []),
  ]
}

export function bucketOf(e: Environment, prefix: BucketPrefix): FileStoreConfig | null {
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

export function missingOfBraintree(e: Environment): string[] {
  const missing = BRAINTREE.filter((name) => !e[name])
  if (missing.length === 0 || missing.length === BRAINTREE.length) return []
  return missing.map((name) => `${name} must be set when another BRAINTREE_ variable is.`)
}

export function braintreeOf(e: Environment): BraintreeConfig | null {
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

/** Returns null when the text is not a valid list of partners. */
export function partnersOf(text: string | undefined): PartnerConfig[] | null {
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
