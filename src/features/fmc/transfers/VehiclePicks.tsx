import Build from '@mui/icons-material/BuildOutlined'
import MoveUp from '@mui/icons-material/MoveUp'
import PauseCircle from '@mui/icons-material/PauseCircleOutlined'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { type ReactNode, useState } from 'react'
import type { TransferCandidate } from '#contract/fmc/transfers.ts'
import { TRANSFER_ROWS_PER_PAGE } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format-empty.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { Pages } from '#src/ui/list/Pages.tsx'

interface VehiclePicksProps {
  label: string
  vehicles: readonly TransferCandidate[]
  /** Whether a vehicle can be selected; omitted: all can. */
  isOffered?: (vehicle: TransferCandidate) => boolean
  /** Vehicles that were moved here but not saved. */
  pendingIds?: { has: (id: number) => boolean }
  selected: ReadonlySet<number>
  onSelect: (ids: Set<number>) => void
}

/** Vehicles with checkboxes, seven per page (FMC-061): a table on desktops, cards on phones. */
export function VehiclePicks({
  label,
  vehicles,
  isOffered = () => true,
  pendingIds,
  selected,
  onSelect,
}: VehiclePicksProps) {
  const t = useTexts('transfers')
  const isDesktop = useIsDesktop()
  const [requestedPage, setPage] = useState(1)
  const pages = Math.max(1, Math.ceil(vehicles.length / TRANSFER_ROWS_PER_PAGE))
  const page = Math.min(requestedPage, pages)
  const shown = vehicles.slice((page - 1) * TRANSFER_ROWS_PER_PAGE, page * TRANSFER_ROWS_PER_PAGE)
  const offered = vehicles.filter(isOffered)
  const chosen = offered.filter(({ id }) => selected.has(id)).length
  function toggle(id: number) {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    onSelect(next)
  }
  const checkOf = (vehicle: TransferCandidate) => (
    <Checkbox
      checked={selected.has(vehicle.id)}
      onChange={() => toggle(vehicle.id)}
      slotProps={{ input: { 'aria-label': t('transfers:select', { name: vehicle.name }) } }}
    />
  )
  const marksOf = (vehicle: TransferCandidate) => (
    <Marks vehicle={vehicle} isPending={pendingIds?.has(vehicle.id) ?? false} />
  )
  return (
    <Stack sx={{ gap: 1 }}>
      {offered.length > 0 && (
        <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 2, px: 1 }}>
          <FormControlLabel
            control={
              <Checkbox
                checked={chosen === offered.length}
                indeterminate={chosen > 0 && chosen < offered.length}
                onChange={() =>
                  onSelect(chosen === offered.length ? new Set() : new Set(offered.map(({ id }) => id)))
                }
              />
            }
            label={t('transfers:selectAll', { count: offered.length })}
          />
          <Typography role="status" variant="body2" sx={{ color: 'text.secondary' }}>
            {chosen > 0 ? t('transfers:selected', { count: chosen }) : ''}
          </Typography>
        </Stack>
      )}
      {isDesktop ? (
        <PicksTable label={label} shown={shown} isOffered={isOffered} checkOf={checkOf} marksOf={marksOf} />
      ) : (
        <PicksCards label={label} shown={shown} isOffered={isOffered} checkOf={checkOf} marksOf={marksOf} />
      )}
      <Box sx={{ display: 'flex', justifyContent: 'center', pb: 1 }}>
        <Pages page={page} count={pages} onChange={setPage} />
      </Box>
    </Stack>
  )
}

interface PicksProps {
  label: string
  shown: readonly TransferCandidate[]
  isOffered: (vehicle: TransferCandidate) => boolean
  checkOf: (vehicle: TransferCandidate) => ReactNode
  marksOf: (vehicle: TransferCandidate) => ReactNode
}

function PicksTable({ label, shown, isOffered, checkOf, marksOf }: PicksProps) {
  const t = useTexts('transfers')
  return (
    <TableContainer>
      <Table size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell component="td" padding="checkbox" />
            <TableCell>{t('transfers:column.vehicle')}</TableCell>
            <TableCell>{t('transfers:column.plate')}</TableCell>
            <TableCell>{t('transfers:column.vin')}</TableCell>
            <TableCell>{t('transfers:column.fleet')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map((vehicle) => (
            <TableRow key={vehicle.id} hover>
              <TableCell padding="checkbox">{isOffered(vehicle) && checkOf(vehicle)}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>
                {vehicle.name || dash} {marksOf(vehicle)}
              </TableCell>
              <TableCell>{vehicle.license_plate_number ?? dash}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{vehicle.vin ?? dash}</TableCell>
              <TableCell sx={{ overflowWrap: 'anywhere' }}>{vehicle.fleet.name}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function PicksCards({ label, shown, isOffered, checkOf, marksOf }: PicksProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ px: 1, display: 'grid', gap: 1 }}>
      {shown.map((vehicle) => (
        <Paper
          key={vehicle.id}
          component="li"
          variant="outlined"
          sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, p: 1 }}
        >
          {isOffered(vehicle) && checkOf(vehicle)}
          <Box sx={{ minWidth: 0, py: 1, overflowWrap: 'anywhere' }}>
            <Typography sx={{ fontWeight: 600 }}>
              {vehicle.name || dash} {marksOf(vehicle)}
            </Typography>
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {[vehicle.license_plate_number, vehicle.vin, vehicle.fleet.name].filter(Boolean).join(' · ')}
            </Typography>
          </Box>
        </Paper>
      ))}
    </Box>
  )
}

function Marks({ vehicle, isPending }: { vehicle: TransferCandidate; isPending: boolean }) {
  const t = useTexts('transfers')
  return (
    <>
      {isPending && <StatusChip tone="info" icon={<MoveUp />} label={t('transfers:destination.pending')} />}
      {vehicle.open_order_id !== null && (
        <StatusChip tone="warning" icon={<Build />} label={t('transfers:openOrder')} />
      )}
      {!vehicle.is_active && (
        <StatusChip tone="neutral" icon={<PauseCircle />} label={t('transfers:inactive')} />
      )}
    </>
  )
}
