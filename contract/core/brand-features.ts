import type { Brand } from './brand.ts'

type Traits = Brand['traits']

/**
 * What some brands do not have, by their traits. The screens hide it and the server refuses the calls behind it with
 * `not_offered`: before sign-in by the brand of the host, after it by the brand of the fleet (decision 60).
 */
export const BRAND_FEATURES = {
  /** ACC-035, ACC-036. A partner's own sign-up (ACC-120) stays. */
  signUp: ({ hidesSignUp }) => !hidesSignUp,
  /** VEH-011: the card's enrolment brings the vehicles. */
  addVehicles: ({ hasEnrolment }) => !hasEnrolment,
  /** VEH-060: enrolment takes the place of activation, and the other way round. */
  deactivateVehicles: ({ hasEnrolment }) => !hasEnrolment,
  enrolVehicles: ({ hasEnrolment }) => hasEnrolment,
  /** TEL-019, TEL-020. */
  telematicsDatabase: ({ hasTelematicsDatabase }) => hasTelematicsDatabase,
  /** BRD-064, BRD-065: a screen without calls of its own. */
  membershipCard: ({ hidesMembershipCard }) => !hidesMembershipCard,
} as const satisfies Record<string, (traits: Traits) => boolean>
export type BrandFeature = keyof typeof BRAND_FEATURES

/** Traits that change how something looks or is named, and close nothing. */
export const COSMETIC_TRAITS = [
  'showsLanguageToggle',
  'showsSignedOutMessage',
  'isFuelCard',
] as const satisfies readonly (keyof Traits)[]

/** Whether a brand has the feature. */
export const hasFeature = ({ traits }: Pick<Brand, 'traits'>, feature: BrandFeature): boolean =>
  BRAND_FEATURES[feature](traits)
