import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Brand, brandOfHost } from '#contract/core/brand.ts'
import { type FontName, fontNames } from '#contract/core/fonts.ts'
import { brandsFolder, loadBrands } from './brands.ts'
import { fontFaces, fontFile } from './fonts.ts'
import { webManifest } from './manifest.ts'
import { brandPictures } from './pictures.ts'

type Shade = (font: FontName) => number

const brands = loadBrands()
const brandPicture = brandPictures()

describe('brands', () => {
  it('gives each host its own brand and an unknown host the default one (BRD-001, BRD-005, BRD-016)', () => {
    expect(brandOfHost(brands, 'boreal.localhost:4000').key).toBe('boreal')
    expect(brandOfHost(brands, 'wheelbook.example').key).toBe('wheelbook')
    expect(brandOfHost(brands, 'unheard-of.example').key).toBe('wheelbook')
    expect(brandOfHost(brands, '127.0.0.1:4000').key).toBe('wheelbook')
  })

  it('has exactly one default brand, and no subdomain belongs to two brands (BRD-016)', () => {
    expect(brands.filter((brand) => brand.isDefault)).toHaveLength(1)
    const subdomains = brands.flatMap((brand) => brand.subdomains)
    expect(new Set(subdomains).size).toBe(subdomains.length)
  })

  it('shows the Canadian brand in Canada, in both languages, with a logo of 60 px (BRD-009, BRD-018, BRD-025)', () => {
    const boreal = brandOfHost(brands, 'boreal.localhost')
    expect(boreal).toMatchObject({ country: 'CA', languages: ['en', 'fr'], logoWidth: 60 })
    expect(brandOfHost(brands, 'localhost').logoWidth).toBe(86) // BRD-017
  })

  it('gives each brand its own host and the width of its logo', () => {
    const widths = Object.fromEntries(
      brands.map(({ key }) => [key, brandOfHost(brands, `${key}.fleet.example`).logoWidth]),
    )
    expect(widths).toMatchObject({
      wheelbook: 86, // BRD-005, BRD-017
      meridian: 86, // BRD-006
      wayfare: 86, // BRD-007
      boreal: 60, // BRD-008, BRD-018
      petrolane: 60, // BRD-008, BRD-014, BRD-018
      trackline: 86, // BRD-010
      fuelpass: 150, // BRD-011, BRD-019
      'fuelpass-plus': 90, // BRD-014, BRD-020
      treadwell: 86, // BRD-012
      linkfleet: 86, // BRD-013
    })
    expect(new Set(brands.map(({ name }) => name)).size).toBe(brands.length) // ruling 12
  })

  it('has at least nine themes, and brands with the same theme name have identical themes (BRD-002, BRD-021)', () => {
    const themes = new Map(brands.map(({ theme }) => [theme.name, theme]))
    expect(themes.size).toBeGreaterThanOrEqual(9)
    expect(new Set([...themes.values()].map(({ light }) => light.primary)).size).toBe(themes.size)
    for (const { theme } of brands) expect(theme).toEqual(themes.get(theme.name))
  })

  it('contains no key of another brand in a brand’s file', () => {
    for (const brand of brands) {
      const { theme, ...own } = brand
      const foreign = brands.filter(({ key }) => key !== brand.key && !brand.key.startsWith(key))
      for (const { key } of foreign)
        expect(JSON.stringify(own), brand.key).not.toMatch(RegExp(`\\b${key}\\b`))
    }
  })

  it('uses every font: the red theme Jost in place of Futura, the blue theme Mulish (BRD-003, BRD-021)', () => {
    const byFont = new Map(brands.map(({ theme }) => [theme.font, theme.light.primary]))
    expect([...byFont.keys()].sort()).toEqual(fontNames)
    const [red, green, blue] = [1, 3, 5].map(
      (at) => (font: FontName) => Number.parseInt(byFont.get(font)?.slice(at, at + 2) ?? '', 16),
    ) as [Shade, Shade, Shade]
    expect(red('jost')).toBeGreaterThan(3 * Math.max(green('jost'), blue('jost')))
    expect(blue('mulish')).toBeGreaterThan(2 * Math.max(green('mulish'), red('mulish')))
  })

  it('serves each font as a file with a content-hashed URL, small enough for a phone', () => {
    for (const name of fontNames) {
      const { url, body } = fontFile(name)
      expect(url).toMatch(new RegExp(`^/fonts/${name}-[0-9a-f]{8}\\.woff2$`))
      expect(body.subarray(0, 4).toString()).toBe('wOF2')
      expect(body.length).toBeLessThan(60_000)
      expect(fontFaces(name)).toContain(`font-family:"${name} fallback"`)
    }
  })

  it('gives each trait to the brands that the specification names', () => {
    const withTrait = (trait: keyof Brand['traits']) =>
      brands.filter(({ traits }) => traits[trait]).map(({ key }) => key)
    expect(withTrait('isFuelCard')).toEqual(['fuelpass', 'fuelpass-plus']) // BRD-015
    expect(withTrait('hasEnrollment')).toEqual(['fuelpass']) // BRD-015
    expect(withTrait('hidesMembershipCard')).toEqual(['fuelpass']) // BRD-065
    expect(withTrait('hidesSignUp')).toEqual(['fuelpass', 'petrolane', 'trackline']) // ACC-036
    expect(withTrait('showsLanguageToggle')).toEqual(['boreal']) // BRD-057, ACC-041
    expect(withTrait('hasTelematicsDatabase')).toEqual(['linkfleet', 'trackline']) // TEL-020
    expect(withTrait('showsSignedOutMessage')).toEqual(['petrolane']) // ACC-044
    const tabs = brands.filter(({ signIn }) => signIn.partnerUrl ?? signIn.adminNotice)
    expect(tabs.map(({ key }) => key)).toEqual(['petrolane', 'trackline']) // ACC-040
  })

  it('has links for the footer wherever the flag is on (BRD-049)', () => {
    for (const { flags, footerLinks } of brands) expect(footerLinks.length > 0).toBe(flags.footer_links)
  })

  it('treats a .ca host as Canadian for every brand (BRD-025, BRD-026)', () => {
    expect(brandOfHost(brands, 'wayfare.fleet.ca:3000')).toMatchObject({ key: 'wayfare', country: 'CA' })
    expect(brandOfHost(brands, 'boreal.fleet.example').country).toBe('CA')
    expect(brandOfHost(brands, 'wayfare.ca.example').country).toBe('US')
  })

  // OFF-049
  it("installs with the name, icons, shortcuts and color of the host's brand", () => {
    const manifests = brands.map((brand) => webManifest(brand, 'fr'))
    expect(new Set(manifests.map(({ name }) => name)).size).toBe(brands.length)
    const themes = new Set(brands.map(({ theme }) => theme.name))
    expect(new Set(manifests.map(({ theme_color }) => theme_color)).size).toBe(themes.size)
    for (const { icons, shortcuts } of manifests) {
      expect(icons.map((icon) => icon.purpose)).toContain('maskable')
      expect(shortcuts.map((shortcut) => shortcut.name)).toContain('Consigner un entretien')
    }
  })

  it.each(brands.map((brand) => brand.key))('draws every picture of %s at its size', async (key) => {
    const sizes = {
      'icon-192.png': 192,
      'icon-512.png': 512,
      'icon-maskable-512.png': 512,
      'apple-touch-icon.png': 180,
    }
    for (const [name, side] of Object.entries(sizes)) {
      const picture = await brandPicture(key, name)
      expect(await sharp(picture?.body).metadata()).toMatchObject({
        format: 'png',
        width: side,
        height: side,
      })
    }
    for (const name of ['logo.svg', 'logo-dark.svg', 'icon.svg']) {
      const picture = await brandPicture(key, name)
      const [svg = ''] = /<svg [^>]*>/.exec(picture?.body.toString() ?? '') ?? []
      // A picture copied from another brand would be read out with that brand's name.
      expect(svg).toContain(`aria-label="${brands.find((brand) => brand.key === key)?.name}"`)
    }
  })

  it('returns no picture for an unknown name', () => {
    expect(brandPicture('wheelbook', '../brand.json')).toBeUndefined()
    expect(brandPicture('wheelbook', 'constructor')).toBeUndefined()
  })

  it('keeps the content of the maskable icon inside the safe circle of 80 %', async () => {
    for (const { key } of brands) {
      const picture = await brandPicture(key, 'icon-maskable-512.png')
      const { data, info } = await sharp(picture?.body).raw().toBuffer({ resolveWithObject: true })
      const ground = data.subarray(0, 3)
      let outside = 0
      for (let at = 0; at < data.length; at += info.channels) {
        const [x, y] = [(at / info.channels) % info.width, Math.floor(at / info.channels / info.width)]
        const isSafe = Math.hypot(x - 255.5, y - 255.5) <= 205
        if (!isSafe && !data.subarray(at, at + 3).equals(ground)) outside += 1
      }
      expect([key, outside]).toEqual([key, 0])
    }
  })
})

describe('a folder of brands', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wheelbook-brands-'))
    await cp(join(brandsFolder, 'wheelbook'), join(folder, 'wheelbook'), { recursive: true })
  })
  afterEach(() => rm(folder, { recursive: true }))

  async function add(key: string, change: Partial<Brand>) {
    const copy = join(folder, key)
    await cp(join(brandsFolder, 'meridian'), copy, { recursive: true })
    const data = JSON.parse(await readFile(join(copy, 'brand.json'), 'utf8'))
    await writeFile(join(copy, 'brand.json'), JSON.stringify({ ...data, key, subdomains: [key], ...change }))
    return copy
  }

  it('is rejected at startup with the name of the invalid item', async () => {
    const copy = await add('alder', {})
    expect(loadBrands(folder).map(({ key }) => key)).toEqual(['alder', 'wheelbook'])
    await rm(join(copy, 'icon.svg'))
    expect(() => loadBrands(folder)).toThrow(/alder.brand\.json is not a brand: it lacks icon\.svg/)
    await add('alder', { isDefault: true })
    expect(() => loadBrands(folder)).toThrow('one default brand, not 2')
    await add('alder', { subdomains: ['wheelbook'] })
    expect(() => loadBrands(folder)).toThrow('share a subdomain')
    await add('alder', { shortName: 'A name that is much too long' })
    expect(() => loadBrands(folder)).toThrow('is not a brand')
  })

  it('may contain its own privacy policy in both languages (ACC-009)', async () => {
    const copy = await add('alder', {})
    const own = () => loadBrands(folder).map(({ key, hasOwnPrivacyPolicy }) => [key, hasOwnPrivacyPolicy])
    expect(own()).toEqual([
      ['alder', false],
      ['wheelbook', false],
    ])
    const text = { title: 'Privacy', lead: '', sections: [{ title: 'All', text: 'of it' }] }
    await writeFile(join(copy, 'privacy-policy.json'), JSON.stringify({ en: text, fr: text }))
    expect(own()[0]).toEqual(['alder', true])
    await writeFile(join(copy, 'privacy-policy.json'), JSON.stringify({ en: text }))
    expect(() => loadBrands(folder)).toThrow('is not a brand')
  })
})
