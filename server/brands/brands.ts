import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Brand, parseBrand } from '#contract/core/brand.ts'

export const brandsFolder = join(import.meta.dirname, '../../brands')

/** Reads every brand in `brands/`. Throws with the file's name when one is not valid: checked at the start. */
export function loadBrands(folder: string = brandsFolder): Brand[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => {
      const file = join(folder, entry.name, 'brand.json')
      try {
        const brand = parseBrand(JSON.parse(readFileSync(file, 'utf8')))
        if (brand.key !== entry.name) throw new Error(`its key is '${brand.key}'`)
        return brand
      } catch (error) {
        throw new Error(`${file} is not a brand`, { cause: error })
      }
    })
}
