import type { Flag, Flags } from '#contract/access/account.ts'
import { FLAGS } from '#contract/access/account.ts'
import type { Brand, BrandFlag } from '#contract/core/brand.ts'
import type { FlagPort, FlagSubject, Treatments } from '#server/integrations/flags/port.ts'
import { Problem } from '#server/problem.ts'
import { boundedMap } from './bounded-map.ts'

/** Names of flags on the wire (BRD-051) and in the brands' files. */
const BRAND_FLAGS: Record<Flag, BrandFlag> = {
  glovebox: 'glovebox',
  telematics: 'telematics',
  fuel_card_sign_up: 'fuelcard_signup',
  multifactor_authentication: 'mfa',
  captcha: 'captcha',
  footer_links: 'footer_links',
  maintenance_schedules: 'maintenance_schedules',
}

/** Flags that protect accounts and must stay effective if the flag service is down. */
const SECURITY_FLAGS: readonly Flag[] = ['multifactor_authentication', 'captcha']

const REMEMBERED = 5000

/** The part of a fleet that flags depend on. */
interface FlaggedFleet {
  id: number
  brand: string
  flags: Record<string, boolean>
  affiliation_id: number | null
}

export interface FlagCustomer {
  id: number
  email: string
  affiliationId: number | null
}

/** Feature flags from the flag service, or the last known values while it is unavailable (BRD-050). */
export function flagsService({ flags: port, brands }: { flags: FlagPort; brands: readonly Brand[] }) {
  const remembered = boundedMap<Treatments>(REMEMBERED)

  async function known(subject: FlagSubject): Promise<Treatments | null> {
    const name = JSON.stringify([subject.customer?.id, subject.fleetId, subject.brand])
    const treatments = await port.treatmentsOf(subject)
    if (treatments) remembered.set(name, treatments)
    return treatments ?? remembered.get(name) ?? null
  }

  /** A fleet's own settings override those of its brand; before sign-in the host's brand decides. */
  function subjectOf(fleet: FlaggedFleet | null, host: Brand, customer: FlagCustomer | null): FlagSubject {
    const brand = brands.find((candidate) => candidate.key === fleet?.brand) ?? host
    const own = FLAGS.map((flag) => [
      flag,
      (fleet?.flags[flag] ?? brand.flags[BRAND_FLAGS[flag]]) ? 'on' : 'off',
    ])
    return {
      customer: customer && {
        ...customer,
        affiliationId: customer.affiliationId ?? fleet?.affiliation_id ?? null,
      },
      fleetId: fleet?.id ?? null,
      brand: brand.key,
      own: { flags: Object.fromEntries(own) as Flags, footer_links: brand.footerLinks },
    }
  }

  return {
    /** For the app. Errors: unavailable, if the service has never responded; the app then uses its own cache. */
    async treatments(
      fleet: FlaggedFleet | null,
      host: Brand,
      customer: FlagCustomer | null,
    ): Promise<Treatments> {
      const treatments = await known(subjectOf(fleet, host, customer))
      if (!treatments) throw new Problem('unavailable')
      return treatments
    },

    /**
     * For the server's own decisions. Without any response, security flags follow fleet and brand, and features are
     * off.
     */
    async flags(fleet: FlaggedFleet | null, host: Brand, customer: FlagCustomer | null): Promise<Flags> {
      const subject = subjectOf(fleet, host, customer)
      const treatments = await known(subject)
      if (treatments) return treatments.flags
      const fallen = FLAGS.map((flag) => [
        flag,
        SECURITY_FLAGS.includes(flag) ? subject.own.flags[flag] : 'off',
      ])
      return Object.fromEntries(fallen) as Flags
    },
  }
}
export type FlagsService = ReturnType<typeof flagsService>
