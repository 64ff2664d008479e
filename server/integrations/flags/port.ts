import type { Flags } from '#contract/access/account.ts'
import type { FooterLink } from '#contract/core/brand.ts'

/** For whom flags are asked. */
export interface FlagSubject {
  /** Null: nobody is signed in. Source: BRD-044. */
  customer: { id: number; email: string; affiliationId: number | null } | null
  fleetId: number | null
  /** Key of the brand. */
  brand: string
  /** What fleet and brand say themselves. */
  own: Treatments
}

/** What is on, and the links that the footer's flag carries. */
export interface Treatments {
  flags: Flags
  footer_links: FooterLink[]
}

/** Says which features are on for somebody; null when the flag service is silent. Never throws. */
export interface FlagPort {
  treatmentsOf(subject: FlagSubject): Promise<Treatments | null>
}
