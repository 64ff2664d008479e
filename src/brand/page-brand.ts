import type { Brand } from '#contract/core/brand.ts'

let known: Brand | undefined

/**
 * The brand that the server put into the page as `<script type="application/json" id="brand">`.
 * The server has checked it against the schema at its start; doing so again would cost the first screen 10 kB.
 */
export function brandOfPage(): Brand {
  known ??= JSON.parse(document.getElementById('brand')?.textContent ?? '') as Brand
  return known
}
