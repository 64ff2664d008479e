import History from '@mui/icons-material/History'
import Settings from '@mui/icons-material/SettingsOutlined'
import Snooze from '@mui/icons-material/Snooze'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { RecommendedService } from '#contract/maintenance/schedules.ts'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import { latestReading } from '#domain/maintenance/daily-use.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import { MileageForm } from '#src/features/maintenance/mileage/MileageForm.tsx'
import { AddServiceDialog } from '#src/features/maintenance/schedules/AddServiceDialog.tsx'
import { CompletedList } from '#src/features/maintenance/schedules/CompletedList.tsx'
import { IntervalDetail } from '#src/features/maintenance/schedules/IntervalDetail.tsx'
import { ScheduleLists } from '#src/features/maintenance/schedules/ScheduleLists.tsx'
import type { ScheduleInterval } from '#src/features/maintenance/schedules/schedule-intervals.ts'
import { adviceQuery } from '#src/features/maintenance/schedules/schedules.queries.ts'
import { useSchedule } from '#src/features/maintenance/schedules/useSchedule.ts'
import { SnoozeDialog } from '#src/features/maintenance/snooze/SnoozeDialog.tsx'
import { vehicleName } from '#src/features/vehicles/vehicles/vehicle-name.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import type { ListFailure } from '#src/local-data/useListFailure.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { BackLink } from '#src/ui/link/BackLink.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'

/** Navigation state for the settings: 2 opens Reminders (SCH-014 to SCH-016). */
const STATE_2 = { state: 2 }

/** /maintenance_schedule_details/:id: the schedule of a vehicle and its actions (SCH-001). */
export function ScheduleDetailsScreen() {
  const vehicleId = useIdParam('vehicleId')
  const t = useTexts('schedules')
  const { dayOf } = useFormat()
  const { interval, view } = useSearch({ strict: false })
  const navigate = useNavigate()
  const vehicle = useLocalRows(['vehicle', vehicleId], (cache) => cache.vehicle(vehicleId))
  const name = vehicle ? vehicleName(vehicle) : ''
  const { known, list, isLoading, isReading, milesPerMonth } = useSchedule(vehicleId)
  const { data: advice, isLoading: isAdvised } = useQuery(adviceQuery(vehicleId))
  const canEdit = useSessionCan('schedules.edit')
  const [isFirstLoad, setFirstLoad] = useState(true)
  const [adding, setAdding] = useState<RecommendedService | null>(null)
  const [isSnoozing, setSnoozing] = useState(false)
  const params = { vehicleId: String(vehicleId) }
  const show = (search: { interval?: string; view?: string }) =>
    void navigate({ to: '/maintenance_schedule_details/$vehicleId', params, search })
  const showNext = (marked: ScheduleInterval) => {
    const next = known?.lines.find(({ item_id }) => item_id !== marked.item_id)
    show(next ? { interval: String(next.item_id) } : {})
  }
  const line = known?.lines.find((scheduleLine) => scheduleLine.item_id === Number(interval))
  if (interval !== undefined && known && !line) return <Navigate to="/vehicles" state={STATE_2} replace />
  const isOverview = interval === undefined && view !== 'history'
  const snooze = { vehicleId, vehicle: name, until: snoozeEnd(known?.schedule, dayOf(Date.now())) }
  const odometer = (known && lastReadingOf(known.schedule)) ?? vehicle?.odometer ?? null
  return (
    <Page
      title={name ? t('schedules:title', { vehicle: name }) : t('schedules:untitled')}
      width={isOverview ? 'full' : 'reading'}
      back={<Back vehicleId={vehicleId} isOverview={isOverview} />}
      actions={<Actions onHistory={isOverview && (() => show({ view: 'history' }))} onSnooze={setSnoozing} />}
    >
      <Stack sx={{ gap: 2 }}>
        <SnoozedUntil until={snooze.until} />
        {!known && <NotLoaded {...list} isLoading={isLoading} />}
        {known && isOverview && (
          <Overview
            vehicleId={vehicleId}
            known={known}
            odometer={odometer}
            milesPerMonth={milesPerMonth}
            onOpen={(id) => show({ interval: String(id) })}
          />
        )}
        {known && view === 'history' && <CompletedList vehicleId={vehicleId} completed={known.completed} />}
        {line && (
          <IntervalDetail
            key={line.item_id}
            vehicleId={vehicleId}
            line={line}
            readings={readingsOf(known?.schedule, odometer)}
            advice={advice?.services ?? []}
            isLoading={isReading || isAdvised}
            isFirstLoad={isFirstLoad}
            isInactive={vehicle?.is_active === false}
            onAdd={canEdit ? setAdding : undefined}
            onBook={(services) => {
              const state = { request: { vehicle_id: vehicleId, services } }
              void navigate({ to: '/service_request/new', state })
            }}
            onMarked={(areAll) => {
              setFirstLoad(false)
              if (areAll) showNext(line)
            }}
          />
        )}
      </Stack>
      {adding && (
        <AddServiceDialog
          vehicleId={vehicleId}
          unit={known?.schedule.unit ?? 'mi'}
          service={adding.service_id}
          onClose={() => setAdding(null)}
        />
      )}
      {isSnoozing && <SnoozeDialog {...snooze} onClose={() => setSnoozing(false)} />}
    </Page>
  )
}

const lastReadingOf = (schedule: VehicleSchedule) =>
  latestReading(dueInputOf(schedule).readings, schedule.unit)?.value

function Back({ vehicleId, isOverview }: { vehicleId: number; isOverview: boolean }) {
  const t = useTexts('schedules')
  const params = { vehicleId: String(vehicleId) }
  if (isOverview)
    return (
      <BackLink to="/vehicles/$vehicleId/schedule" params={params}>
        {t('schedules:back.vehicle')}
      </BackLink>
    )
  return (
    <BackLink to="/maintenance_schedule_details/$vehicleId" params={params} search={{}}>
      {t('schedules:back.schedule')}
    </BackLink>
  )
}

interface NotLoadedProps extends ListFailure {
  isLoading: boolean
}

/** The schedule is being loaded, cannot be reached, or does not exist. */
function NotLoaded({ isLoading, failure, onRetry }: NotLoadedProps) {
  const t = useTexts('schedules')
  return (
    <ListStates
      total={isLoading ? undefined : 0}
      failure={isLoading ? failure : undefined}
      onRetry={onRetry}
      rows={6}
      rowHeight={72}
      empty={<EmptyState title={t('schedules:missing.title')} message={t('schedules:missing.message')} />}
    >
      {null}
    </ListStates>
  )
}

/** Returns until when reminders are snoozed; null: they are not. */
function snoozeEnd(schedule: VehicleSchedule | undefined, today: string): string | null {
  const until = schedule?.reminder_date ?? null
  return until !== null && until > today ? until : null
}

function SnoozedUntil({ until }: { until: string | null }) {
  const t = useTexts('schedules')
  const format = useFormat()
  if (!until) return null
  return <Typography variant="body2">{t('schedules:snooze.until', { date: format.date(until) })}</Typography>
}

interface OverviewProps extends Pick<ReturnType<typeof useSchedule>, 'milesPerMonth'> {
  vehicleId: number
  known: NonNullable<ReturnType<typeof useSchedule>['known']>
  odometer: number | null
  onOpen: (intervalId: number) => void
}

function Overview({ vehicleId, known, odometer, milesPerMonth, onOpen }: OverviewProps) {
  const { schedule, lines } = known
  return (
    <>
      <MileageForm
        vehicleId={vehicleId}
        mileage={odometer}
        milesPerMonth={milesPerMonth}
        unit={schedule.unit}
        readings={schedule.readings}
        hasClassIntervals={schedule.items.some(({ is_own }) => !is_own)}
      />
      <ScheduleLists
        vehicleId={vehicleId}
        lines={lines}
        readings={readingsOf(schedule, odometer)}
        onOpen={onOpen}
      />
    </>
  )
}

const readingsOf = (schedule: VehicleSchedule | undefined, odometer: number | null) => ({
  unit: schedule?.unit ?? ('mi' as const),
  readings: schedule?.readings ?? [],
  odometer,
})

interface ActionsProps {
  onHistory: (() => void) | false
  onSnooze: (isSnoozing: true) => void
}

/** On phones only the main button is visible; the others are in a menu. */
function Actions({ onHistory, onSnooze }: ActionsProps) {
  const t = useTexts('schedules')
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const snooze = (
    <Button variant="outlined" startIcon={<Snooze />} onClick={() => onSnooze(true)}>
      {t('schedules:snooze.open')}
    </Button>
  )
  if (isPhone)
    return (
      <>
        {snooze}
        <MoreMenu
          label={t('schedules:more')}
          actions={[
            ...(onHistory
              ? [{ label: t('schedules:history.open'), icon: <History />, onClick: onHistory }]
              : []),
            {
              label: t('schedules:settings'),
              icon: <Settings />,
              onClick: () => void navigate({ to: '/settings', state: STATE_2 }),
            },
          ]}
        />
      </>
    )
  return (
    <>
      {onHistory && (
        <Button variant="outlined" startIcon={<History />} onClick={onHistory}>
          {t('schedules:history.open')}
        </Button>
      )}
      {snooze}
      <LinkButton variant="outlined" startIcon={<Settings />} to="/settings" state={STATE_2}>
        {t('schedules:settings')}
      </LinkButton>
    </>
  )
}
