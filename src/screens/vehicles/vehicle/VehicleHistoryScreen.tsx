import Button from '@mui/material/Button'
import { HistoryTable } from '#src/features/maintenance/history/HistoryTable.tsx'
import { useVehicleHistory } from '#src/features/maintenance/history/useVehicleHistory.ts'
import { ZipButton } from '#src/features/maintenance/history/ZipButton.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { onPaperOnly } from '#src/ui/layout/on-screen-only.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { VehicleFrame } from './VehicleFrame.tsx'

/** /vehicles/:id/history: the maintenance history of a vehicle (VEH-026, MHX-042). */
export function VehicleHistoryScreen() {
  const vehicleId = useIdParam('vehicleId')
  return (
    <VehicleFrame vehicleId={vehicleId} tab="history">
      {() => <History vehicleId={vehicleId} />}
    </VehicleFrame>
  )
}

function History({ vehicleId }: { vehicleId: number }) {
  const t = useTexts('history')
  const { rows, hasMore, isLoadingMore, showMore, failure, retry } = useVehicleHistory(vehicleId)
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'stretch' }}>
      <ListStates
        total={rows?.length}
        failure={failure}
        onRetry={retry}
        empty={
          <EmptyState
            title={t('history:empty.title')}
            message={t('history:empty.message')}
            action={
              <LinkButton to="/maintenance_history/new" search={{ vehicle: String(vehicleId) }}>
                {t('history:empty.action')}
              </LinkButton>
            }
          />
        }
      >
        {rows && (
          <>
            <Stack direction="row" sx={{ justifyContent: 'end' }}>
              <ZipButton vehicleId={vehicleId} rows={rows} />
            </Stack>
            <HistoryTable rows={rows} />
          </>
        )}
      </ListStates>
      {hasMore && (
        <>
          <Button variant="outlined" onClick={showMore} loading={isLoadingMore} sx={{ alignSelf: 'center' }}>
            {t('history:seeMore')}
          </Button>
          <Typography sx={onPaperOnly}>{t('history:printedPart')}</Typography>
        </>
      )}
    </Stack>
  )
}
