import GlobalStyles from '@mui/material/GlobalStyles'
import { brandAssets } from '#contract/core/brand-assets.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

/** The head of the printed page: logo and fleet. On the screen, the header shows them. */
export function ReportPrint() {
  const brand = useBrand()
  const { fleet } = useSession()
  return (
    <>
      <GlobalStyles styles={printed} />
      <Box sx={{ display: 'none', '@media print': { display: 'block' } }}>
        {/* The logo for light backgrounds, because paper is white in dark mode too. */}
        <Box component="img" src={brandAssets.logo} alt={brand.name} sx={{ width: brand.logoWidth, mb: 1 }} />
        <Typography>{fleet.name}</Typography>
      </Box>
    </>
  )
}

/** Hides an element on paper. */
export const onScreenOnly = { '@media print': { display: 'none' } } as const

/** Paper of any size: only the report, in black on white, without a row broken across pages. */
const printed = {
  '@page': { margin: '15mm' },
  '@media print': {
    'body > div header, nav, footer': { display: 'none !important' },
    'html, body': { background: '#fff !important', colorScheme: 'light !important' },
    'main, main *': { background: 'transparent !important', color: '#000 !important' },
    'main svg text': { fill: '#000 !important' },
    'main svg .MuiChartsAxis-line, main svg .MuiChartsAxis-tick': { stroke: '#000 !important' },
    'main a': { textDecoration: 'none !important' },
    'main section': { border: '0 !important', overflow: 'visible !important' },
    'main figure, main tr': { breakInside: 'avoid' },
    thead: { display: 'table-header-group' },
    // The total comes once, after the last row.
    tfoot: { display: 'table-row-group' },
  },
} as const
