import { createHmac, randomUUID } from 'node:crypto'
import { ErrorCode, OpenFeature, type Provider } from '@openfeature/server-sdk'
import * as z from 'zod/mini'
import { FLAGS, type Flag, type Flags } from '#contract/access/account.ts'
import { footerLink } from '#contract/core/brand.ts'
import { SPECIAL_AFFILIATION_ID } from '#domain/core/limits.ts'
import type { FlagPort, FlagSubject } from './port.ts'

/** After a silence the service is left alone for as long, so that nobody waits for it again and again. */
const REST_MS = 10_000
/** Flag of the footer's links; `footer_links` says whether they show. */
const LINKS = 'footer_link_list'

const links = z.array(footerLink)

/**
 * The flags of OpenFeature's provider. A flag that the service does not know is as fleet and brand have it; when one
 * cannot be asked for, all count as unknown.
 */
export function openFeatureFlags(
  provider: Provider,
  secret: () => Promise<string>,
  { restMs = REST_MS, now = Date.now }: { restMs?: number; now?: () => number } = {},
): FlagPort {
  // A name of its own: the SDK holds all providers of the process in one place.
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
      const [list, ...answers] = await Promise.all([
        client.getObjectDetails(LINKS, own.footer_links, context),
        ...FLAGS.map(async (flag) => {
          const details = await client.getBooleanDetails(flag, own.flags[flag] === 'on', context)
          return { flag, details }
        }),
      ])
      if (isSilence(list) || answers.some(({ details }) => isSilence(details))) {
        restsUntil = now() + restMs
        return null
      }
      const given = links.safeParse(list.value)
      const treatments = answers.map(({ flag, details }): [Flag, Flags[Flag]] => [
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
 * The three values of the documents (BRD-044), and what else a rule may ask for. The flag service belongs to somebody
 * else, so a person is known there by keyed hashes only.
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
      // Settings may tell the special affiliation apart; nothing else depends on it (CST-004).
      is_special_affiliation: customer.affiliationId === SPECIAL_AFFILIATION_ID,
    }),
  }
}

type Pseudonyms = (kind: 'customer' | 'email', value: string) => string

/** HMAC-SHA-256 of `kind:value` in hex, so that rules can still name people: the README says how to work one out. */
export function pseudonymsOf(secret: string): Pseudonyms {
  return (kind, value) => createHmac('sha256', secret).update(`${kind}:${value}`).digest('hex')
}

/** A flag that is not known there, or is of another type, is an answer. */
function isSilence({ errorCode }: { errorCode?: ErrorCode | undefined }): boolean {
  return errorCode !== undefined && !ANSWERS.includes(errorCode)
}
const ANSWERS = [ErrorCode.FLAG_NOT_FOUND, ErrorCode.TYPE_MISMATCH]
