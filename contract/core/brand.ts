import { fontNames } from './fonts.ts'
import * as z from './zod.ts'

const hexColour = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

const palette = z.object({
  primary: hexColour,
  onPrimary: hexColour,
  secondary: hexColour,
  onSecondary: hexColour,
  background: hexColour,
  surface: hexColour,
  text: hexColour,
  textMuted: hexColour,
  divider: hexColour,
  success: hexColour,
  warning: hexColour,
  error: hexColour,
  info: hexColour,
})

/** A text in both languages of the product. */
const bothLanguages = z.object({ en: z.string(), fr: z.string() })
const address = z.url({ protocol: /^https$/ })
const price = z.string().check(z.regex(/^\d{1,6}\.\d{2}$/))

/** A link of the footer, in both languages: the app changes its language without a call. Source: BRD-049. */
export const footerLink = z.object({ text: bothLanguages, url: address })
export type FooterLink = z.infer<typeof footerLink>

/**
 * What a brand is: pure data, one folder `brands/<key>/` with `brand.json`, `logo.svg`, `logo-dark.svg`,
 * `icon.svg` and `icon-maskable.svg`. Source: rulings 12 and 13, BRD-001..027.
 */
export const brandSchema = z.object({
  key: z.string().check(z.regex(/^[a-z][a-z-]*$/)),
  /** Installed name and page title. */
  name: z.string(),
  /** Under the icon of the home screen: 12 characters at most. */
  shortName: z.string().check(z.maxLength(12)),
  description: bothLanguages,
  country: z.enum(['US', 'CA']),
  /** The first one is the brand's own. */
  languages: z.array(z.enum(['en', 'fr'])).check(z.minLength(1)),
  /** Sub-domains that show this brand; a host that no brand lists gets the default brand. */
  subdomains: z.array(z.string()),
  isDefault: z.boolean(),
  /** Brands may share a theme; then all of it is the same under one name. Source: BRD-003, BRD-021, BRD-022. */
  theme: z.object({
    name: z.string(),
    /** One of the table in `fonts.ts`. */
    font: z.enum(fontNames),
    /** How headings are set: weight of the variable font (300 to 900), letter spacing in em. */
    headings: z.object({
      weight: z.number().check(z.gte(300), z.lte(900)),
      spacing: z.number().check(z.gte(-0.03), z.lte(0.03)),
    }),
    light: palette,
    dark: palette,
  }),
  /** CSS pixels. Source: BRD-017..020. */
  logoWidth: z.number(),
  support: z.object({ phone: z.string(), email: z.string() }),
  /** Flags while the flag service is silent. Source: BRD-047. */
  flags: z.object({
    glovebox: z.boolean(),
    telematics: z.boolean(),
    fuelcard_signup: z.boolean(),
    mfa: z.boolean(),
    captcha: z.boolean(),
    footer_links: z.boolean(),
    maintenance_schedules: z.boolean(),
  }),
  traits: z.object({
    showsLanguageToggle: z.boolean(),
    hidesSignUp: z.boolean(),
    hidesMembershipCard: z.boolean(),
    /** Accounts and fleets are those of the fuel card. Source: BRD-015, BRD-070. */
    isFuelCard: z.boolean(),
    /** Vehicles are enrolled, not activated. Source: BRD-015. */
    hasEnrolment: z.boolean(),
    /** The Telematics database tab in settings. Source: TEL-020. */
    hasTelematicsDatabase: z.boolean(),
    /** A message after sign-out. Source: ACC-044. */
    showsSignedOutMessage: z.boolean(),
  }),
  /** What the User and Admin tabs of sign-in hold; no tabs where both are null. Source: ACC-037..040. */
  signIn: z.object({
    /** Where the User tab leads to: the partner's own sign-in. null: the form. */
    partnerUrl: z.nullable(address),
    /** What the Admin tab says in place of the form. null: the form. */
    adminNotice: z.nullable(bothLanguages),
  }),
  /** Store pages for phones; null: no button. Source: ACC-042, ACC-043. */
  stores: z.object({ appStore: z.nullable(address), googlePlay: z.nullable(address) }),
  /** What a fleet with a subscription pays per active vehicle and month, by its currency (ruling 32). null: none. */
  subscription: z._default(z.nullable(z.object({ USD: price, CAD: price })), null),
  /** Shown while the flag `footer_links` is on. Source: BRD-049. */
  footerLinks: z.array(footerLink),
  /** Told by the folder: a `privacy-policy.json` in it takes the place of the product's own text. Source: ACC-009. */
  hasOwnPrivacyPolicy: z._default(z.boolean(), false),
})

/** A privacy policy in one language; `{{name}}`, `{{email}}` and `{{phone}}` stand for the brand's own. */
const policyText = z.object({
  title: z.string().check(z.minLength(1)),
  lead: z.string(),
  sections: z
    .array(z.object({ title: z.string().check(z.minLength(1)), text: z.string() }))
    .check(z.minLength(1)),
})

/** What a brand says in place of the product's own privacy policy. Source: ACC-009. */
export const brandPrivacyPolicy = z.object({ en: policyText, fr: policyText })
export type BrandPrivacyPolicy = z.infer<typeof brandPrivacyPolicy>

export type Brand = z.infer<typeof brandSchema>
export type BrandPalette = z.infer<typeof palette>
export type BrandFlag = keyof Brand['flags']

/** Parses one brand file. Throws a ZodError that names what is wrong. */
export function parseBrand(data: unknown): Brand {
  return z.parse(brandSchema, data)
}

/**
 * The brand of a host name (port allowed), by its first label; the default brand where none lists it.
 * A host that ends in .ca is Canadian whatever its brand's country (BRD-026).
 */
export function brandOfHost(brands: readonly Brand[], host: string): Brand {
  const name = host.toLowerCase().replace(/:\d*$/, '')
  const subdomain = name.split('.')[0] ?? ''
  const brand =
    brands.find((candidate) => candidate.subdomains.includes(subdomain)) ??
    brands.find((candidate) => candidate.isDefault)
  if (!brand) throw new Error('No brand is marked as the default')
  return name.endsWith('.ca') ? { ...brand, country: 'CA' } : brand
}
