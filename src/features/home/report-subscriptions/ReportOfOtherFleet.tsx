import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { allFleetsQuery } from '#src/features/fmc/fleets/fleets.queries.ts'
import { useOpenFleet } from '#src/features/fmc/fleets/useOpenFleet.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { type ReportView, writeReportView } from '../reports/report-view.ts'

/** Returns the fleet that a link in an email to staff names, if it is not the session's fleet; else null. */
export function useReportFleet(): number | null {
  const { fleet } = useSession()
  const search = useSearch({ strict: false }) as { fleet?: unknown }
  const fleetId = Number(search.fleet)
  return Number.isSafeInteger(fleetId) && fleetId > 0 && fleetId !== fleet.id ? fleetId : null
}

/** Offers staff of a management company to switch to the report's fleet, instead of figures of the wrong one. */
export function ReportOfOtherFleet({ fleetId, view }: { fleetId: number; view: ReportView }) {
  const t = useTexts('fleet-reports')
  const { can } = useSession()
  const openFleet = useOpenFleet()
  const { data, isLoading } = useQuery({ ...allFleetsQuery(), enabled: can('fleets.impersonate') })
  const fleet = data?.fleets.find(({ id }) => id === fleetId)
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
