import { brandAssets } from '#contract/core/brand-assets.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { useBrand } from './BrandProvider.tsx'

/** The brand's logo at its own width (BRD-017), for the current color scheme. `scale` enlarges it. */
export function BrandLogo({ scale = 1 }: { scale?: number }) {
  const brand = useBrand()
  const width = brand.logoWidth * scale
  const common = { width, height: 'auto', maxWidth: '100%' }
  return (
    <>
      <Box
        component="img"
        src={brandAssets.logo}
        alt={brand.name}
        loading="lazy"
        sx={[{ ...common, display: 'block' }, (theme) => theme.applyStyles('dark', { display: 'none' })]}
      />
      <Box
        component="img"
        src={brandAssets.logoDark}
        alt={brand.name}
        loading="lazy"
        sx={[{ ...common, display: 'none' }, (theme) => theme.applyStyles('dark', { display: 'block' })]}
      />
    </>
  )
}
