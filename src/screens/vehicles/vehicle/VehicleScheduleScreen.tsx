import Add from '@mui/icons-material/Add'
import History from '@mui/icons-material/History'
import Button from '@mui/material/Button'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import type { VehicleSchedule } from '#contract/maintenance/vehicle-schedule.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { plainText } from '#domain/core/plain-text.ts'
import { latestReading } from '#domain/maintenance/daily-use.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import { AddServiceDialog } from '#src/features/maintenance/schedules/AddServiceDialog.tsx'
import type { KnownReadings } from '#src/features/maintenance/schedules/completion-draft.ts'
import { DoneDialog } from '#src/features/maintenance/schedules/DoneDialog.tsx'
import { ServiceTable } from '#src/features/maintenance/schedules/ServiceTable.tsx'
import {
  rowsOfIntervals,
  rowsOfServices,
  type ServiceRow,
} from '#src/features/maintenance/schedules/service-rows.ts'
import { useMarks } from '#src/features/maintenance/schedules/useMarks.ts'
import { useSchedule } from '#src/features/maintenance/schedules/useSchedule.ts'
import { useServicePages } from '#src/features/maintenance/schedules/useServicePages.ts'
import { ScheduleSource } from '#src/features/maintenance/templates/ScheduleSource.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIdParam } from '#src/lib/hooks/useIdParam.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useFlag } from '#src/session/SessionProvider.tsx'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { MoreMenu } from '#src/ui/menu/MoreMenu.tsx'
import { VehicleFrame } from './VehicleFrame.tsx'

/** Shorter lists need no search. */
const SEARCHED_FROM = 6

/** /vehicles/:id/schedule: all services of a vehicle's schedule (SCH-041). */
export function VehicleScheduleScreen() {
  const vehicleId = useIdParam('vehicleId')
  return (
    <VehicleFrame vehicleId={vehicleId} tab="schedule">
      {(vehicle) => <Services vehicle={vehicle} />}
    </VehicleFrame>
  )
}

function Services({ vehicle }: { vehicle: Vehicle }) {
  const t = useTexts('schedules')
  const { language } = useFormat()
  const { known } = useSchedule(vehicle.id)
  const pages = useServicePages(vehicle.id)
  const list = useListFailure(pages)
  const { markService } = useMarks()
  const [marking, setMarking] = useState<ServiceRow | null>(null)
  const canMark = useSessionCan('schedules.mark')
  const canEdit = useSessionCan('schedules.edit')
  const [isAdding, setAdding] = useState(false)
  const [query, setQuery] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grid keeps its state by the identity of its columns
  const onMark = useCallback(
    (row: ServiceRow) =>
      row.isCompleted ? void markService(vehicle.id, row.serviceId, false) : setMarking(row),
    [vehicle.id],
  )
  // Local data shows at once and includes waiting changes; the server's pages are the fallback.
  const rows = known
    ? rowsOfIntervals(known.lines, language)
    : pages.data && rowsOfServices(pages.data, vehicle.odometer_units)
  const shown = rows?.filter(({ name }) => plainText(name).includes(plainText(query.trim())))
  return (
    <Stack sx={{ gap: 1.5, alignItems: 'stretch' }}>
      <ScheduleActions vehicleId={vehicle.id} onAdd={canEdit ? () => setAdding(true) : undefined} />
      {rows && rows.length > SEARCHED_FROM && (
        <SearchInput label={t('schedules:grid.search')} value={query} onSearch={setQuery} />
      )}
      <ListStates
        {...list}
        failure={rows ? undefined : list.failure}
        total={shown?.length}
        onClear={rows?.length ? () => setQuery('') : undefined}
        offline={{ title: t('schedules:missing.title'), message: t('schedules:missing.message') }}
        rowHeight={72}
        empty={
          <EmptyState title={t('schedules:grid.empty.title')} message={t('schedules:grid.empty.message')} />
        }
      >
        {shown && (
          <ServiceTable
            vehicleId={vehicle.id}
            rows={shown}
            onMark={canMark ? onMark : undefined}
            canRemove={canEdit}
          />
        )}
      </ListStates>
      {known && <ScheduleSource schedule={known.schedule} canEdit={canEdit} />}
      {marking && (
        <ServiceDone
          vehicleId={vehicle.id}
          row={marking}
          known={knownReadings(vehicle, known?.schedule)}
          onClose={() => setMarking(null)}
        />
      )}
      {isAdding && (
        <AddServiceDialog
          vehicleId={vehicle.id}
          unit={vehicle.odometer_units}
          service={null}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  )
}

interface ServiceDoneProps {
  vehicleId: number
  row: ServiceRow
  known: KnownReadings
  onClose: () => void
}

/** Marks a service as done, with the other open services of its interval if the user says so (SCH-061). */
function ServiceDone({ vehicleId, row, known, onClose }: ServiceDoneProps) {
  const { markService, markInterval, isBusy } = useMarks()
  const { serviceId, intervalId, otherOpen, lastCompletedOn } = row
  const serviceIds = [serviceId, ...otherOpen.map(({ id }) => id)]
  return (
    <DoneDialog
      services={row.name}
      others={otherOpen.map(({ name }) => name).join(', ')}
      known={known}
      isBusy={isBusy}
      onDone={async (completion, withOthers) => {
        const isSaved = withOthers
          ? await markInterval({
              vehicleId,
              intervalId,
              serviceIds,
              isCompleted: true,
              lastCompletedOn,
              completion,
            })
          : await markService(vehicleId, serviceId, true, completion)
        if (isSaved) onClose()
      }}
      onClose={onClose}
    />
  )
}

const knownReadings = (vehicle: Vehicle, schedule: VehicleSchedule | undefined) => ({
  unit: schedule?.unit ?? vehicle.odometer_units,
  readings: schedule?.readings ?? [],
  odometer:
    (schedule && latestReading(dueInputOf(schedule).readings, schedule.unit)?.value) ?? vehicle.odometer,
})

/** On a phone one button and a menu, so that the services start on the first screen. */
function ScheduleActions({ vehicleId, onAdd }: { vehicleId: number; onAdd: (() => void) | undefined }) {
  const t = useTexts('schedules')
  const navigate = useNavigate()
  const isPhone = useIsPhone()
  const hasDetails = useFlag('maintenance_schedules')
  const details = '/maintenance_schedule_details/$vehicleId'
  const params = { vehicleId: String(vehicleId) }
  const history = { view: 'history' }
  const isFolded = isPhone && hasDetails
  return (
    <Stack
      direction="row"
      sx={{ gap: 1, flexWrap: isFolded ? 'nowrap' : 'wrap', '& > *': { minHeight: 44 } }}
    >
      {hasDetails && (
        <LinkButton
          variant="outlined"
          to={details}
          params={params}
          search={{}}
          sx={{ flex: isPhone ? 1 : undefined }}
        >
          {t('schedules:grid.details')}
        </LinkButton>
      )}
      {hasDetails && !isPhone && (
        <LinkButton variant="outlined" to={details} params={params} search={history}>
          {t('schedules:history.open')}
        </LinkButton>
      )}
      {onAdd && !isFolded && (
        <Button variant="outlined" startIcon={<Add />} onClick={onAdd}>
          {t('schedules:add.open')}
        </Button>
      )}
      {isFolded && (
        <MoreMenu
          label={t('schedules:more')}
          actions={[
            {
              label: t('schedules:history.open'),
              icon: <History />,
              onClick: () => void navigate({ to: details, params, search: history }),
            },
            ...(onAdd ? [{ label: t('schedules:add.open'), icon: <Add />, onClick: onAdd }] : []),
          ]}
        />
      )}
    </Stack>
  )
}
