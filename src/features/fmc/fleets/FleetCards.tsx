import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import type { ListedFleet } from '#contract/fmc/fleets.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'
import type { FleetRowsProps } from './FleetGrid.tsx'
import { useFleetMoney } from './useFleetMoney.ts'
import { useMayOpenFleet, useOpenFleet } from './useOpenFleet.ts'

/** The fleets as cards, on phones. */
export function FleetCards({ fleets, mayEdit }: FleetRowsProps) {
  const t = useTexts('fleet')
  return (
    <VirtualList
      label={t('fleet:list.label')}
      items={fleets}
      getKey={idOf}
      estimateHeight={150}
      renderItem={(fleet) => <FleetCard fleet={fleet} mayEdit={mayEdit} />}
    />
  )
}

const idOf = ({ id }: ListedFleet) => id

function FleetCard({ fleet, mayEdit }: { fleet: ListedFleet; mayEdit: boolean }) {
  const t = useTexts('fleet')
  const { number } = useFormat()
  const moneyOf = useFleetMoney()
  const openFleet = useOpenFleet()
  const mayOpen = useMayOpenFleet()(fleet)
  const where = [fleet.region, fleet.rep, fleet.other_id].filter(Boolean).join(' · ')
  const search = { fleet: String(fleet.id) }
  return (
    <Paper variant="outlined" sx={{ px: 2, py: 1.5 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 2 }}>
        <Typography component="h2" sx={{ fontWeight: 650, overflowWrap: 'anywhere', fontSize: '1rem' }}>
          {fleet.name}
        </Typography>
        <Typography sx={{ fontWeight: 650, whiteSpace: 'nowrap' }}>
          {moneyOf(fleet.total_spend, fleet.country)}
        </Typography>
      </Stack>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {where}
      </Typography>
      <Typography variant="body2">
        {[
          t('fleet:list.vehicles', { count: fleet.vehicles_total, number: number(fleet.vehicles_total) }),
          t('fleet:list.users', { count: fleet.users_total, number: number(fleet.users_total) }),
        ].join(' · ')}
      </Typography>
      <Stack direction="row" sx={{ gap: 2, mt: 0.5, alignItems: 'center', flexWrap: 'wrap' }}>
        {mayOpen && (
          <Button
            variant="outlined"
            aria-label={t('fleet:list.openNamed', { name: fleet.name })}
            onClick={() => openFleet(fleet)}
            sx={{ minHeight: 44 }}
          >
            {t('fleet:list.open')}
          </Button>
        )}
        <TextLink to="/fmc_activeorders" search={search} sx={link}>
          {t('fleet:list.orders')}
        </TextLink>
        <TextLink to="/fmc_transactions" search={search} sx={link}>
          {t('fleet:list.transactions')}
        </TextLink>
        {mayEdit && (
          <TextLink to="/fleets/$fleetId" params={{ fleetId: String(fleet.id) }} sx={link}>
            {t('fleet:list.edit')}
          </TextLink>
        )}
      </Stack>
    </Paper>
  )
}

const link = { py: 1.25 } as const
