import type { Brand } from '#contract/core/brand.ts'

let known: Brand | undefined

/**
 * Returns the brand that the server embeds as `<script type="application/json" id="brand">`. The server validates it at
 * startup. Validating it again would add 10 kB to the first screen.
 */
export function brandOfPage(): Brand {
  known ??= JSON.parse(document.getElementById('brand')?.textContent ?? '') as Brand
  return known
}
