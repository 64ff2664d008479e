import type { Brand } from './brand.ts'

type Traits = Brand['traits']

/**
 * Features that some brands lack, by their traits. Screens hide them and the server rejects their calls with
 * `not_offered`: before sign-in by the brand of the host, after sign-in by the brand of the fleet (decision 60).
 */
export const BRAND_FEATURES = {
  /** ACC-035, ACC-036. Does not affect a partner's sign-up (ACC-120). */
  signUp: ({ hidesSignUp }) => !hidesSignUp,
  /** VEH-011: vehicles are added through enrollment. */
  addVehicles: ({ hasEnrollment }) => !hasEnrollment,
  /** VEH-060: enrollment replaces activation, and vice versa. */
  deactivateVehicles: ({ hasEnrollment }) => !hasEnrollment,
  enrollVehicles: ({ hasEnrollment }) => hasEnrollment,
  /** TEL-019, TEL-020. */
  telematicsDatabase: ({ hasTelematicsDatabase }) => hasTelematicsDatabase,
  /** BRD-064, BRD-065: a screen without calls. */
  membershipCard: ({ hidesMembershipCard }) => !hidesMembershipCard,
} as const satisfies Record<string, (traits: Traits) => boolean>
export type BrandFeature = keyof typeof BRAND_FEATURES
export const BRAND_FEATURE_NAMES = Object.keys(BRAND_FEATURES) as BrandFeature[]

/** Traits that change only the look or labels, and disable nothing. */
export const COSMETIC_TRAITS = [
  'showsLanguageToggle',
  'showsSignedOutMessage',
  'isFuelCard',
] as const satisfies readonly (keyof Traits)[]

/** Returns whether a brand has the feature. */
export const hasFeature = ({ traits }: Pick<Brand, 'traits'>, feature: BrandFeature): boolean =>
  BRAND_FEATURES[feature](traits)

/** Returns all features of a brand. */
export const featuresOf = (brand: Pick<Brand, 'traits'>): BrandFeature[] =>
  BRAND_FEATURE_NAMES.filter((feature) => hasFeature(brand, feature))

/** Returns whether the sign-in form is in one of two tabs; the other is for a partner's users or for administrators. */
export const hasSignInTabs = ({ signIn }: Pick<Brand, 'signIn'>): boolean =>
  signIn.partnerUrl !== null || signIn.adminNotice !== null
