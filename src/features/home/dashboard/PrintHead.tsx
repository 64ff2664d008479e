import { brandAssets } from '#contract/core/brand-assets.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { onPaperOnly } from '#src/ui/layout/on-screen-only.ts'

/** The head of a printed page: logo and fleet. On the screen, the header shows them. */
export function PrintHead() {
  const brand = useBrand()
  const { fleet } = useSession()
  return (
    <Box sx={onPaperOnly}>
      {/* The logo for light backgrounds, because paper is white in dark mode too. */}
      <Box component="img" src={brandAssets.logo} alt={brand.name} sx={{ width: brand.logoWidth, mb: 1 }} />
      <Typography>{fleet.name}</Typography>
    </Box>
  )
}
