import Business from '@mui/icons-material/BusinessOutlined'
import type { MouseEvent } from 'react'
import { requestFleetSwitch } from '#src/features/access/fleet/switch-store.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'

/** Links back to the management company's area and stops acting for the fleet (BRD-059). */
export function BackToFmc({ isInStrip = false }: { isInStrip?: boolean }) {
  const t = useTexts('shell')
  const { user, fleet } = useSession()
  const isActingForFleet = fleet.id !== user.home_fleet_id
  const leave = (event: MouseEvent) => {
    if (!isActingForFleet) return
    event.preventDefault()
    requestFleetSwitch({ fleetId: user.home_fleet_id, name: t('shell:fmc.home'), path: '/fmc_dashboard' })
  }
  return (
    <LinkBox
      to="/fmc_dashboard"
      onClick={leave}
      sx={isInStrip ? { ...link, ...inStrip } : link}
      aria-label={t('shell:fmc.back')}
    >
      <Business aria-hidden fontSize="small" />
      <Box component="span" sx={{ display: { xs: isInStrip ? 'inline' : 'none', md: 'inline' } }}>
        {t('shell:fmc.back')}
      </Box>
    </LinkBox>
  )
}

const link = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 0.75,
  minHeight: 44,
  minWidth: 44,
  px: { md: 1 },
  flexShrink: 0,
  borderRadius: 2,
  color: 'primary.main',
  textDecoration: 'none',
  fontSize: '0.875rem',
  fontWeight: 600,
  '&:hover': { bgcolor: 'action.hover' },
} as const

const inStrip = {
  my: -0.75,
  color: 'inherit',
  textDecoration: 'underline',
  '&:hover': { bgcolor: 'transparent' },
} as const
