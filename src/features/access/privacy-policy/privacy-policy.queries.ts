import { queryOptions } from '@tanstack/react-query'
import { type BrandPrivacyPolicy, brandPrivacyPolicy } from '#contract/core/brand.ts'
import { brandPrivacyAddress } from '#contract/core/brand-assets.ts'

/** The brand's own privacy policy, as a separate file so that not every page has to carry it. */
export const brandPolicyQuery = () =>
  queryOptions({
    queryKey: ['brand-privacy-policy'],
    queryFn: async (): Promise<BrandPrivacyPolicy> => {
      const response = await fetch(brandPrivacyAddress)
      if (!response.ok) throw new Error(`The privacy policy could not be loaded: ${response.status}`)
      return brandPrivacyPolicy.parse(await response.json())
    },
  })
