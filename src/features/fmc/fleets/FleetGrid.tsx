import { type UIEvent, useMemo } from 'react'
import type { ListedFleet } from '#contract/fmc/fleets.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import type { DataTableProps } from '#src/ui/grid/table-props.ts'
import { fromSortModel, toSortModel } from '#src/ui/grid/useServerPage.ts'
import type { FleetsView } from './fleets-view.ts'
import { useFleetColumns } from './useFleetColumns.tsx'

export interface FleetRowsProps {
  fleets: readonly ListedFleet[]
  mayEdit: boolean
}

export interface FleetGridProps extends FleetRowsProps {
  sort: FleetsView['sort']
  onSort: (sort: FleetsView['sort']) => void
  isLoading: boolean
  /** Called when the last rows come into view (FMC-021). */
  onNearEnd: () => void
  /** Columns and density of a saved view. */
  look: Pick<DataTableProps<ListedFleet>, 'storedColumns' | 'density'>
}

const ROW_PX = { compact: 44, standard: 52, comfortable: 68 } as const
const HEADER_PX = 44
/** Distance from the end at which the next rows are fetched. */
const AHEAD_PX = 12 * ROW_PX.compact

/** The fleets as a grid on desktops, with every column of FMC-011 and FMC-012 and infinite scrolling. */
export function FleetGrid({ fleets, mayEdit, sort, onSort, isLoading, onNearEnd, look }: FleetGridProps) {
  const t = useTexts('fleet')
  const columns = useFleetColumns(mayEdit)
  const sortModel = useMemo(() => toSortModel(sort), [sort])
  const paginationModel = useMemo(() => ({ page: 0, pageSize: -1 }), [])
  // The grid does not expose its scroller, and scroll events do not bubble.
  const scrolled = ({ target }: UIEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (target.scrollHeight - target.scrollTop - target.clientHeight < AHEAD_PX) onNearEnd()
  }
  const height = HEADER_PX + Math.max(fleets.length, 3) * ROW_PX[look.density ?? 'compact'] + 20
  return (
    <Box onScrollCapture={scrolled} sx={numbers}>
      <DataTable
        label={t('fleet:list.label')}
        rows={fleets}
        columns={columns}
        loading={isLoading}
        hidesFooter
        pageSizes={PAGE_SIZES}
        paginationModel={paginationModel}
        hideOrder={HIDE_ORDER}
        {...look}
        disableColumnFilter
        sortingMode="server"
        sortModel={sortModel}
        onSortModelChange={(model) => onSort(fromSortModel(model, 'name'))}
        height={`min(${height}px, max(360px, calc(100dvh - 330px)))`}
      />
    </Box>
  )
}

const PAGE_SIZES = [-1]

/** In this order. Name, links and figures stay (decision 88). */
const HIDE_ORDER = [
  'share_wex_number',
  'other_id',
  'account',
  'created_at',
  'address',
  'fleet_payment_type',
  'region',
  'active',
  'rep',
]

const numbers = {
  '& .cell-button': {
    p: 0,
    border: 0,
    bgcolor: 'transparent',
    font: 'inherit',
    cursor: 'pointer',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
} as const
