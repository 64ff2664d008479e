import { useBrand } from '#src/brand/BrandProvider.tsx'
import { isWideScreen } from '#src/lib/wide-screen.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'

// Not shown on phones.
export const BrandDescription = lazyComponent(() =>
  import('./parts/BrandDescription.tsx').then((m) => m.BrandDescription),
)

/** The brand's half of the sign-in screen on desktops: its color, its description and a decorative dial. */
export function BrandPanel() {
  const brand = useBrand()
  const isWide = isWideScreen()
  return (
    <Box
      component="aside"
      aria-label={brand.name}
      sx={{
        position: 'relative',
        overflow: 'hidden',
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        justifyContent: 'flex-end',
        flex: '1 1 50%',
        p: 7,
        // The brand's dark color in dark mode too: half a screen of the light one would dazzle.
        color: brand.theme.light.onPrimary,
        bgcolor: brand.theme.light.primary,
      }}
    >
      {isWide && <BrandDescription />}
    </Box>
  )
}
