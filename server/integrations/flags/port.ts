import type { Flags } from '#contract/access/account.ts'
import type { FooterLink } from '#contract/core/brand.ts'

/** Subject of a flag evaluation. */
export interface FlagSubject {
  /** Null: not signed in. Source: BRD-044. */
  customer: { id: number; email: string; affiliationId: number | null } | null
  fleetId: number | null
  /** Key of the brand. */
  brand: string
  /** Defaults of fleet and brand. */
  own: Treatments
}

/** Enabled features, and the links of the footer's flag. */
export interface Treatments {
  flags: Flags
  footer_links: FooterLink[]
}

/** Evaluates the features of a subject. Returns null when the flag service does not respond. Never throws. */
export interface FlagPort {
  treatmentsOf(subject: FlagSubject): Promise<Treatments | null>
}
