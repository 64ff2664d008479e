import type { Brand } from '#contract/core/brand.ts'

/** Returns the brand with this key. A fleet whose brand was removed gets the default one. */
export function brandOrDefault(brands: readonly Brand[], key: string | null): Brand {
  const brand = brands.find((candidate) => candidate.key === key) ?? brands.find(({ isDefault }) => isDefault)
  if (!brand) throw new Error('There is no brand.')
  return brand
}
