import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Brand, brandPrivacyPolicy, parseBrand } from '#contract/core/brand.ts'

export const brandsFolder = join(import.meta.dirname, '../../brands')

const PICTURES = ['logo.svg', 'logo-dark.svg', 'icon.svg', 'icon-maskable.svg']

/**
 * Reads every brand in a folder; the default is the package's `brands/`. Runs at startup. Throws with the file name
 * when a brand is invalid or lacks a picture, when there is not exactly one default, or when two brands claim one
 * subdomain.
 */
export function loadBrands(folder: string = brandsFolder): Brand[] {
  const brands = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => loadBrand(join(folder, entry.name), entry.name))
  const defaults = brands.filter((brand) => brand.isDefault).map((brand) => brand.key)
  if (defaults.length !== 1)
    throw new Error(
      `${folder} must contain one default brand, not ${defaults.length}: ${defaults.join(', ')}`,
    )
  for (const { key, subdomains } of brands) {
    const other = brands.find(
      (brand) => brand.key !== key && brand.subdomains.some((name) => subdomains.includes(name)),
    )
    if (other) throw new Error(`The brands '${key}' and '${other.key}' in ${folder} share a subdomain`)
  }
  return brands
}

/**
 * Returns the privacy policy from a brand's folder, ready to send. Null: the product's policy applies. Throws when it
 * is invalid.
 */
export function privacyPolicyIn(folder: string): Buffer | null {
  const file = join(folder, 'privacy-policy.json')
  if (!existsSync(file)) return null
  const body = readFileSync(file)
  z.parse(brandPrivacyPolicy, JSON.parse(body.toString()))
  return body
}

function loadBrand(folder: string, name: string): Brand {
  const file = join(folder, 'brand.json')
  try {
    const brand = parseBrand(JSON.parse(readFileSync(file, 'utf8')))
    if (brand.key !== name) throw new Error(`its key is '${brand.key}'`)
    const missing = PICTURES.filter((picture) => !existsSync(join(folder, picture)))
    if (missing.length > 0) throw new Error(`it lacks ${missing.join(', ')}`)
    return { ...brand, hasOwnPrivacyPolicy: privacyPolicyIn(folder) !== null }
  } catch (error) {
    throw new Error(`${file} is not a brand: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}
