import Visibility from '@mui/icons-material/VisibilityOutlined'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useMode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { BackToFmc } from './BackToFmc.tsx'

/** Shows below the header, on every screen, which fleet an FMC user acts for (ruling 9). */
export function ActingForFleetStrip() {
  const t = useTexts('shell')
  const { user, fleet } = useSession()
  const mode = useMode()
  if (mode === 'fmc' || !user.isFMC || fleet.id === user.home_fleet_id) return null
  return (
    <Box role="note" sx={strip}>
      <Visibility aria-hidden fontSize="small" />
      <Typography variant="body2" component="span" sx={{ fontWeight: 600 }}>
        {t('shell:fmc.actingFor', { fleet: fleet.name })}
      </Typography>
      {/* Wider screens show the text link in the header. */}
      <Box sx={{ display: { md: 'none' }, ml: 'auto', flexShrink: 0 }}>
        <BackToFmc isInStrip />
      </Box>
    </Box>
  )
}

const strip = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: { xs: 2, md: 3 },
  py: 0.75,
  color: 'primary.contrastText',
  bgcolor: 'primary.main',
} as const
