import * as z from 'zod/mini'
import defaultBrand from '#brands/wheelbook/brand.json' with { type: 'json' }
import { type Brand, brandSchema, parseBrand } from '#contract/core/brand.ts'

/** The brand that the server put into the page as `<script type="application/json" id="brand">`; else the default. */
export function brandOfPage(): Brand {
  const data = document.getElementById('brand')?.textContent
  if (!data) return parseBrand(defaultBrand)
  try {
    const read = z.safeParse(brandSchema, JSON.parse(data))
    if (read.success) return read.data
    console.error('The brand in the page is not valid', read.error)
  } catch (error) {
    console.error('The brand in the page is not JSON', error)
  }
  return parseBrand(defaultBrand)
}
