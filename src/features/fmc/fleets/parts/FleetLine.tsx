import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { ListedFleet } from '#contract/fmc/fleets.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import type { Fact } from '#src/ui/layout/Facts.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'

interface FleetLineProps {
  fleet: ListedFleet
  facts: Fact[]
  onOpen: () => void
}

/** One fleet: name, figures, and the way into it. */
export function FleetLine({ fleet, facts, onOpen }: FleetLineProps) {
  const t = useTexts('fleet')
  const { user, fleet: current, can } = useSession()
  const isHere = fleet.id === current.id
  const mayOpen = can('fleets.impersonate') || isHere || fleet.id === user.home_fleet_id
  const open = t('fleet:list.openNamed', { name: fleet.name })
  return (
    <Box component="li" sx={line}>
      <Box sx={{ minWidth: 0 }}>
        <TextLink to="/fleets/$fleetId" params={{ fleetId: String(fleet.id) }} sx={{ fontWeight: 600 }}>
          {fleet.name}
        </TextLink>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[fleet.region, fleet.other_id].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Box component="dl" sx={figures}>
        {facts.map(({ label, value }) => (
          <Box key={label} sx={{ minWidth: 72 }}>
            <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0 }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      {mayOpen ? (
        <Button variant="outlined" aria-label={open} onClick={onOpen} sx={{ minHeight: 44 }}>
          {t('fleet:list.open')}
        </Button>
      ) : (
        <ActionButton variant="outlined" disabledReason={t('fleet:list.mayNotOpen')} sx={{ minHeight: 44 }}>
          {t('fleet:list.open')}
        </ActionButton>
      )}
    </Box>
  )
}

const line = {
  display: 'grid',
  gap: { xs: 1, md: 2 },
  gridTemplateColumns: { xs: '1fr', md: 'minmax(200px, 2fr) 3fr auto' },
  alignItems: 'center',
  justifyItems: { xs: 'start', md: 'stretch' },
  px: 2,
  py: 1.25,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
const figures = { m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5 } as const
