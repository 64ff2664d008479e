import defaultBrand from '#brands/wheelbook/brand.json' with { type: 'json' }
import type { Brand } from '#contract/core/brand.ts'

let known: Brand | undefined

/**
 * The brand that the server put into the page as `<script type="application/json" id="brand">`; else the default.
 * The server has checked it against the schema at its start; doing so again would cost the first screen 10 kB.
 */
export function brandOfPage(): Brand {
  known ??= brandIn(document.getElementById('brand')?.textContent) ?? (defaultBrand as unknown as Brand)
  return known
}

function brandIn(data: string | null | undefined): Brand | undefined {
  if (!data) return undefined
  try {
    const brand = JSON.parse(data) as Partial<Brand> | null
    if (brand?.key && brand.theme?.light && brand.theme.dark) return brand as Brand
    console.error('The page holds no whole brand')
  } catch (error) {
    console.error('The brand in the page is not JSON', error)
  }
  return undefined
}
