import TaskAlt from '@mui/icons-material/TaskAlt'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { DueGrid } from '#src/features/home/due/DueGrid.tsx'
import { DueLine } from '#src/features/home/due/DueLine.tsx'
import { DueStats } from '#src/features/home/due/DueStats.tsx'
import { useDue } from '#src/features/home/due/useDue.ts'
import { AsOf } from '#src/features/vehicles/vehicles/AsOf.tsx'
import { NotHereYet } from '#src/features/vehicles/vehicles/NotHereYet.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLoaded } from '#src/session/useLoaded.ts'
import { useNeverLoaded } from '#src/session/useNeverLoaded.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { VirtualList } from '#src/ui/list/VirtualList.tsx'

/** /upcoming_maintenances: the due-maintenance grid as a full page (DSH-029, DSH-030). */
export function UpcomingMaintenancesScreen() {
  const t = useTexts('maintenances', 'dashboard')
  const due = useDue()
  const rows = useLoaded(due?.rows)
  const isDesktop = useIsDesktop()
  const isNeverLoaded = useNeverLoaded()
  return (
    <Page
      title={t('maintenances:upcoming.title')}
      subtitle={<AsOf />}
      back={<BackLink to="/dashboard">{t('maintenances:back')}</BackLink>}
    >
      <Box sx={{ mx: -2 }}>
        <DueStats counts={due?.counts} />
      </Box>
      {!rows && (isNeverLoaded ? <NotHereYet /> : <SkeletonList rows={8} rowHeight={82} />)}
      {rows?.length === 0 && (
        <EmptyState
          icon={<TaskAlt />}
          title={t('dashboard:due.empty')}
          message={t('dashboard:due.emptyMessage')}
        />
      )}
      {due && rows && rows.length > 0 && isDesktop && <DueGrid rows={rows} orderOf={due.orderOf} />}
      {due && rows && rows.length > 0 && !isDesktop && (
        <VirtualList
          label={t('dashboard:due.title')}
          items={rows}
          getKey={(row) => row.id}
          estimateHeight={84}
          renderItem={(row) => (
            <Paper variant="outlined">
              <DueLine row={row} orderId={due.orderOf.get(row.vehicleId)} />
            </Paper>
          )}
        />
      )}
    </Page>
  )
}
