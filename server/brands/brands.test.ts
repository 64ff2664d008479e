import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { brandOfHost } from '#contract/core/brand.ts'
import { loadBrands } from './brands.ts'
import { webManifest } from './manifest.ts'
import { brandPicture } from './pictures.ts'

const brands = loadBrands()

describe('brands', () => {
  it('gives each host its own brand and an unknown host the default one (BRD-001, BRD-005, BRD-016)', () => {
    expect(brandOfHost(brands, 'boreal.localhost:4000').key).toBe('boreal')
    expect(brandOfHost(brands, 'wheelbook.example').key).toBe('wheelbook')
    expect(brandOfHost(brands, 'unheard-of.example').key).toBe('wheelbook')
    expect(brandOfHost(brands, '127.0.0.1:4000').key).toBe('wheelbook')
  })

  it('has exactly one default, and no sub-domain shows two brands (BRD-016)', () => {
    expect(brands.filter((brand) => brand.isDefault)).toHaveLength(1)
    const subdomains = brands.flatMap((brand) => brand.subdomains)
    expect(new Set(subdomains).size).toBe(subdomains.length)
  })

  it('shows the Canadian brand in Canada, in both languages, with a logo of 60 px (BRD-009, BRD-018, BRD-025)', () => {
    const boreal = brandOfHost(brands, 'boreal.localhost')
    expect(boreal).toMatchObject({ country: 'CA', languages: ['en', 'fr'], logoWidth: 60 })
    expect(brandOfHost(brands, 'localhost').logoWidth).toBe(86) // BRD-017
  })

  // OFF-049
  it('installs under the name, icons and colour of the brand of the host', () => {
    const [one, other] = brands.map((brand) => webManifest(brand, 'en'))
    expect(one?.name).not.toBe(other?.name)
    expect(one?.theme_color).not.toBe(other?.theme_color)
    for (const brand of brands) {
      const purposes = webManifest(brand, 'fr').icons.map((icon) => icon.purpose)
      expect(purposes).toContain('maskable')
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
      expect(picture?.body.toString()).toContain('<svg')
    }
  })

  it('knows no picture by any other name', () => {
    expect(brandPicture('wheelbook', '../brand.json')).toBeUndefined()
    expect(brandPicture('wheelbook', 'constructor')).toBeUndefined()
  })
})
