import { createHash, timingSafeEqual } from 'node:crypto'
import { isFmc } from '#domain/access/permissions.ts'
import type { PartnerConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/database.ts'
import { SIGN_IN_KEY_SECONDS } from '#server/limits.ts'
import { Problem } from '#server/problem.ts'
import { limitAttempts } from '../session/attempts.ts'
import { networkOf } from '../session/limits.ts'
import { hashToken, newToken } from '../session/tokens.ts'
import { findUserOf, insertKey, type PartnerUser } from './partners.repository.ts'

const WRONG_SECRETS = 20
const QUARTER = 900
/** Our choice, far above real use. */
const KEYS_PER_MINUTE = 600

/** The first argument of the use cases of partners, who are configured (ruling 7). */
export interface PartnersUseCase {
  db: Database
  partners: readonly PartnerConfig[]
}

/** Returns the partner with this secret. Errors: partner_unknown, too_many. */
export async function authenticatePartner(
  { db, partners }: PartnersUseCase,
  secret: string | null,
  ip: string,
): Promise<PartnerConfig> {
  const partner = partners.find((candidate) => secret !== null && isSame(candidate.secret, secret))
  if (partner) return partner
  await limitAttempts(db, `partner-net:${networkOf(ip)}`, WRONG_SECRETS, QUARTER)
  throw new Problem('partner_unknown')
}

/**
 * Creates a sign-in key for a user whom the partner has already authenticated. Errors: partner_unknown, not_found,
 * too_many.
 */
export async function createSignInKey(
  useCase: PartnersUseCase,
  secret: string | null,
  userRef: { email: string } | { user_id: number },
  ip: string,
): Promise<{ key: string; expires_in: number }> {
  const { db } = useCase
  const partner = await authenticatePartner(useCase, secret, ip)
  await limitAttempts(db, `partner-keys:${partner.name}`, KEYS_PER_MINUTE, 60)
  const user = await findUserOf(db, userRef, partner)
  if (!user || actsForManyFleets(user)) throw new Problem('not_found')
  const key = newToken()
  await insertKey(db, { keyHash: hashToken(key), userId: user.id, partner: partner.name })
  return { key, expires_in: SIGN_IN_KEY_SECONDS }
}

/** Users of many fleets sign in with password and OTP, so that a partner of one fleet cannot open the others. */
const actsForManyFleets = (user: PartnerUser) => isFmc(user) || user.roles.includes('Super Admin')

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (a: string, b: string) => timingSafeEqual(digest(a), digest(b))
