import * as z from 'zod/mini'

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
  description: z.object({ en: z.string(), fr: z.string() }),
  country: z.enum(['US', 'CA']),
  /** The first one is the brand's own. */
  languages: z.array(z.enum(['en', 'fr'])).check(z.minLength(1)),
  /** Sub-domains that show this brand; a host that no brand lists gets the default brand. */
  subdomains: z.array(z.string()),
  isDefault: z.boolean(),
  theme: z.object({ name: z.string(), font: z.enum(['figtree']), light: palette, dark: palette }),
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
  }),
})

export type Brand = z.infer<typeof brandSchema>
export type BrandPalette = z.infer<typeof palette>
export type BrandFlag = keyof Brand['flags']

/** Parses one brand file. Throws a ZodError that names what is wrong. */
export function parseBrand(data: unknown): Brand {
  return z.parse(brandSchema, data)
}

/** The brand of a host name (port allowed), by its first label; the default brand where none lists it. */
export function brandOfHost(brands: readonly Brand[], host: string): Brand {
  const subdomain = host.toLowerCase().split(/[.:]/)[0] ?? ''
  const brand =
    brands.find((candidate) => candidate.subdomains.includes(subdomain)) ??
    brands.find((candidate) => candidate.isDefault)
  if (!brand) throw new Error('No brand is marked as the default')
  return brand
}
