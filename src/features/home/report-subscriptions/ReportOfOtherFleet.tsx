import Button from '@mui/material/Button'
import { useLinkedFleet } from '#src/features/fmc/fleets/useLinkedFleet.ts'
import { useOpenFleet } from '#src/features/fmc/fleets/useOpenFleet.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { type ReportView, writeReportView } from '../reports/report-view.ts'

/** Lets users with access switch to the report's fleet, instead of showing figures of the wrong one. */
export function ReportOfOtherFleet({ fleetId, view }: { fleetId: number; view: ReportView }) {
  const t = useTexts('fleet-reports')
  const openFleet = useOpenFleet()
  const { fleet, isLoading } = useLinkedFleet(fleetId)
  if (isLoading) return <SkeletonList rows={4} />
  if (!fleet)
    return (
      <EmptyState
        title={t('fleet-reports:mail.otherFleet.missing')}
        message={t('fleet-reports:mail.otherFleet.message')}
      />
    )
  const search = Object.entries(writeReportView(view)).filter(([, value]) => value !== undefined)
  return (
    <EmptyState
      title={t('fleet-reports:mail.otherFleet.title', { fleet: fleet.name })}
      message={t('fleet-reports:mail.otherFleet.message')}
      action={
        <Button
          variant="contained"
          onClick={() => openFleet(fleet, `/reports?${new URLSearchParams(search as [string, string][])}`)}
        >
          {t('fleet-reports:mail.otherFleet.open', { fleet: fleet.name })}
        </Button>
      }
    />
  )
}
