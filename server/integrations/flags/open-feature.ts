import { createHmac, randomUUID } from 'node:crypto'
import { ErrorCode, OpenFeature, type Provider } from '@openfeature/server-sdk'
import * as z from 'zod/mini'
import { FLAGS, type Flag, type Flags } from '#contract/access/account.ts'
import { footerLink } from '#contract/core/brand.ts'
import { SPECIAL_AFFILIATION_ID } from '#domain/core/limits.ts'
import type { FlagPort, FlagSubject } from './port.ts'

/** After a failure the service is not queried for this time, so that requests do not wait for it repeatedly. */
const PAUSE_MS = 10_000
/** Flag with the footer's links; `footer_links` controls whether they are shown. */
const LINKS = 'footer_link_list'

const links = z.array(footerLink)

/**
 * Returns the flags of an OpenFeature provider. A flag unknown to the service has the value of fleet and brand. When
 * the service fails, all flags count as unknown.
 */
export function openFeatureFlags(
  provider: Provider,
  secret: () => Promise<string>,
  { restMs = PAUSE_MS, now = () => performance.now() }: { restMs?: number; now?: () => number } = {},
): FlagPort {
  // A unique domain, because the SDK keeps all providers of the process in one registry.
  const domain = randomUUID()
  OpenFeature.setProvider(domain, provider)
  const client = OpenFeature.getClient(domain)
  let restsUntil = 0
  const pseudonyms = async () => pseudonymsOf(await secret())

  return {
    async treatmentsOf(subject) {
      if (now() < restsUntil) return null
      const context = contextOf(subject, await pseudonyms())
      const { own } = subject
      const [list, ...evaluations] = await Promise.all([
        client.getObjectDetails(LINKS, own.footer_links, context),
        ...FLAGS.map(async (flag) => {
          const details = await client.getBooleanDetails(flag, own.flags[flag] === 'on', context)
          return { flag, details }
        }),
      ])
      if (isServiceFailure(list) || evaluations.some(({ details }) => isServiceFailure(details))) {
        restsUntil = now() + restMs
        return null
      }
      const given = links.safeParse(list.value)
      const treatments = evaluations.map(({ flag, details }): [Flag, Flags[Flag]] => [
        flag,
        details.value ? 'on' : 'off',
      ])
      return {
        flags: Object.fromEntries(treatments) as Flags,
        footer_links: given.success ? given.data : own.footer_links,
      }
    },
  }
}

/**
 * The three values of the specification (BRD-044), and other values for rules. The flag service is a third party, so
 * users are identified there by keyed hashes only.
 */
function contextOf({ customer, fleetId, brand }: FlagSubject, pseudonymOf: Pseudonyms) {
  return {
    brand,
    ...(fleetId !== null && { fleet_id: fleetId }),
    ...(customer && {
      targetingKey: pseudonymOf('customer', String(customer.id)),
      customer_id: pseudonymOf('customer', String(customer.id)),
      email: pseudonymOf('email', customer.email.toLowerCase()),
      ...(customer.affiliationId !== null && { affiliation_id: customer.affiliationId }),
      // Rules may use the special affiliation; nothing else depends on it (CST-004).
      is_special_affiliation: customer.affiliationId === SPECIAL_AFFILIATION_ID,
    }),
  }
}

type Pseudonyms = (kind: 'customer' | 'email', value: string) => string

/**
 * Returns HMAC-SHA-256 of `kind:value` in hex. Rules can still target users: the README explains how to compute the
 * hash.
 */
function pseudonymsOf(secret: string): Pseudonyms {
  return (kind, value) => createHmac('sha256', secret).update(`${kind}:${value}`).digest('hex')
}

/** Whether the service failed. An unknown flag or another type is a valid response. */
function isServiceFailure({ errorCode }: { errorCode?: ErrorCode | undefined }): boolean {
  return errorCode !== undefined && !VALID_ERRORS.includes(errorCode)
}
const VALID_ERRORS = [ErrorCode.FLAG_NOT_FOUND, ErrorCode.TYPE_MISMATCH]
