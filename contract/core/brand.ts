import { fontNames } from './fonts.ts'
import * as z from './zod.ts'

const hexColor = z.string().check(z.regex(/^#[0-9a-f]{6}$/))

const palette = z.object({
  primary: hexColor,
  onPrimary: hexColor,
  secondary: hexColor,
  onSecondary: hexColor,
  background: hexColor,
  surface: hexColor,
  text: hexColor,
  textMuted: hexColor,
  divider: hexColor,
  success: hexColor,
  warning: hexColor,
  error: hexColor,
  info: hexColor,
})

/** A text in both languages. */
const bothLanguages = z.object({ en: z.string(), fr: z.string() })
const address = z.url({ protocol: /^https$/ })
const price = z.string().check(z.regex(/^\d{1,6}\.\d{2}$/))

/** A footer link in both languages, because the app changes its language without a request. Source: BRD-049. */
export const footerLink = z.object({ text: bothLanguages, url: address })
export type FooterLink = z.infer<typeof footerLink>

/**
 * Definition of a brand: pure data in a folder `brands/<key>/` with `brand.json`, `logo.svg`, `logo-dark.svg`,
 * `icon.svg` and `icon-maskable.svg`. Source: rulings 12 and 13, BRD-001..027.
 */
const brandSchema = z.object({
  key: z.string().check(z.regex(/^[a-z][a-z-]*$/)),
  /** Installed name and page title. */
  name: z.string(),
  /** Label of the home screen icon: 12 characters at most. */
  shortName: z.string().check(z.maxLength(12)),
  description: bothLanguages,
  country: z.enum(['US', 'CA']),
  /** The first one is the default. */
  languages: z.array(z.enum(['en', 'fr'])).check(z.minLength(1)),
  /** Subdomains with this brand; other hosts get the default brand. */
  subdomains: z.array(z.string()),
  isDefault: z.boolean(),
  /** Brands may share a theme: themes of the same name are identical. Source: BRD-003, BRD-021, BRD-022. */
  theme: z.object({
    name: z.string(),
    /** A font of `fonts.ts`. */
    font: z.enum(fontNames),
    /** Style of headings: weight of the variable font (300 to 900), letter spacing in em. */
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
  /** Values of flags while the flag service is unavailable. Source: BRD-047. */
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
    /** Accounts and fleets belong to the fuel card. Source: BRD-015, BRD-070. */
    isFuelCard: z.boolean(),
    /** Vehicles are enrolled instead of activated. Source: BRD-015. */
    hasEnrollment: z.boolean(),
    /** Shows the Telematics database tab in settings. Source: TEL-020. */
    hasTelematicsDatabase: z.boolean(),
    /** Shows a message after sign-out. Source: ACC-044. */
    showsSignedOutMessage: z.boolean(),
  }),
  /** Content of the User and Admin tabs of the sign-in screen; no tabs if both are null. Source: ACC-037..040. */
  signIn: z.object({
    /** The partner's sign-in page, which the User tab opens. null: the form. */
    partnerUrl: z.nullable(address),
    /** Text of the Admin tab instead of the form. null: the form. */
    adminNotice: z.nullable(bothLanguages),
  }),
  /** App store pages; null: no button. Source: ACC-042, ACC-043. */
  stores: z.object({ appStore: z.nullable(address), googlePlay: z.nullable(address) }),
  /** Monthly subscription price per active vehicle, by currency (ruling 32). null: no subscriptions. */
  subscription: z._default(z.nullable(z.object({ USD: price, CAD: price })), null),
  /** Shown while the flag `footer_links` is on. Source: BRD-049. */
  footerLinks: z.array(footerLink),
  /** Set if the folder has a `privacy-policy.json`, which replaces the product's text. Source: ACC-009. */
  hasOwnPrivacyPolicy: z._default(z.boolean(), false),
})

/** A privacy policy in one language, with the placeholders `{{name}}`, `{{email}}` and `{{phone}}` of the brand. */
const policyText = z.object({
  title: z.string().check(z.minLength(1)),
  lead: z.string(),
  sections: z
    .array(z.object({ title: z.string().check(z.minLength(1)), text: z.string() }))
    .check(z.minLength(1)),
})

/** Privacy policy of a brand, which replaces the product's. Source: ACC-009. */
export const brandPrivacyPolicy = z.object({ en: policyText, fr: policyText })
export type BrandPrivacyPolicy = z.infer<typeof brandPrivacyPolicy>

export type Brand = z.infer<typeof brandSchema>
export type BrandPalette = z.infer<typeof palette>
export type BrandFlag = keyof Brand['flags']

/** Parses one brand file. Throws a ZodError that lists the errors. */
export function parseBrand(data: unknown): Brand {
  return z.parse(brandSchema, data)
}

/**
 * Returns the brand of a host name (port allowed) by its first label, or the default brand. A host that ends in .ca is
 * Canadian regardless of its brand's country (BRD-026).
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
