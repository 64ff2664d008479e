import { expect, it } from 'vitest'
import {
  BRAND_FEATURES,
  type BrandFeature,
  COSMETIC_TRAITS,
  hasFeature,
} from '#contract/core/brand-features.ts'
import { loadBrands } from './brands.ts'

const brands = loadBrands()
const [brand] = brands

it('every brand trait toggles a feature or is listed as cosmetic', () => {
  if (!brand) throw new Error('There is no brand.')
  const features = Object.keys(BRAND_FEATURES) as BrandFeature[]
  const decides = (trait: string) =>
    features.some((feature) => {
      const offered = [true, false].map((value) => ({ traits: { ...brand.traits, [trait]: value } }))
      return new Set(offered.map((offeredBrand) => hasFeature(offeredBrand, feature))).size === 2
    })
  const looks: readonly string[] = COSMETIC_TRAITS
  expect(Object.keys(brand.traits).filter((trait) => decides(trait) === looks.includes(trait))).toEqual([])
})

it('maps features to brands (ACC-036, BRD-015, BRD-065, VEH-011, VEH-060, TEL-020)', () => {
  const lacking = (feature: BrandFeature) =>
    brands.filter((brand) => !hasFeature(brand, feature)).map(({ key }) => key)
  const having = (feature: BrandFeature) =>
    brands.filter((brand) => hasFeature(brand, feature)).map(({ key }) => key)
  expect(lacking('signUp')).toEqual(['fuelpass', 'petrolane', 'trackline'])
  expect(lacking('addVehicles')).toEqual(['fuelpass'])
  expect(lacking('deactivateVehicles')).toEqual(['fuelpass'])
  expect(having('enrollVehicles')).toEqual(['fuelpass'])
  expect(lacking('membershipCard')).toEqual(['fuelpass'])
  expect(having('telematicsDatabase')).toEqual(['linkfleet', 'trackline'])
})
