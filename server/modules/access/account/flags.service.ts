import type { Flag, Flags } from '#contract/access/account.ts'
import { FLAGS } from '#contract/access/account.ts'
import type { Brand, BrandFlag } from '#contract/core/brand.ts'
import type { FlagPort, Treatments } from '#server/integrations/flags/port.ts'
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

  /**
   * Returns the treatments of the service, or the last known ones; null if it has never responded. `own`: the settings of
   * the fleet, which override those of its brand; before sign-in the host's brand decides.
   */
  async function evaluate(fleet: FlaggedFleet | null, host: Brand, customer: FlagCustomer | null) {
    const brand = brands.find((candidate) => candidate.key === fleet?.brand) ?? host
    const settings = FLAGS.map((flag) => [
      flag,
      (fleet?.flags[flag] ?? brand.flags[BRAND_FLAGS[flag]]) ? 'on' : 'off',
    ])
    const own = Object.fromEntries(settings) as Flags
    const name = JSON.stringify([customer?.id, fleet?.id ?? null, brand.key])
    const current = await port.treatmentsOf({
      customer: customer && {
        ...customer,
        affiliationId: customer.affiliationId ?? fleet?.affiliation_id ?? null,
      },
      fleetId: fleet?.id ?? null,
      brand: brand.key,
      own: { flags: own, footer_links: brand.footerLinks },
    })
    if (current) remembered.set(name, current)
    return { treatments: current ?? remembered.get(name) ?? null, own }
  }

  return {
    /** For the app. Errors: unavailable, if the service has never responded; the app then uses its own cache. */
    async treatments(
      fleet: FlaggedFleet | null,
      host: Brand,
      customer: FlagCustomer | null,
    ): Promise<Treatments> {
      const { treatments } = await evaluate(fleet, host, customer)
      if (!treatments) throw new Problem('unavailable')
      return treatments
    },

    /**
     * For the server's own decisions. Without any response, security flags follow fleet and brand, and features are
     * off.
     */
    async flags(fleet: FlaggedFleet | null, host: Brand, customer: FlagCustomer | null): Promise<Flags> {
      const { treatments, own } = await evaluate(fleet, host, customer)
      if (treatments) return treatments.flags
      const fallen = FLAGS.map((flag) => [flag, SECURITY_FLAGS.includes(flag) ? own[flag] : 'off'])
      return Object.fromEntries(fallen) as Flags
    },
  }
}
export type FlagsService = ReturnType<typeof flagsService>
