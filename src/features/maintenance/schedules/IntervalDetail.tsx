import Button from '@mui/material/Button'
import { useState } from 'react'
import type { RecommendedService } from '#contract/maintenance/schedules.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIsMounted } from '#src/lib/hooks/useIsMounted.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { InlineFacts } from '#src/ui/layout/InlineFacts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { IntervalTag } from '../intervals/IntervalTag.tsx'
import { useDueFacts } from '../intervals/useDueFacts.ts'
import { CompletionFields } from './completion/CompletionFields.tsx'
import { useCompletion } from './completion/useCompletion.ts'
import type { KnownReadings } from './completion-draft.ts'
import { PositionDialog } from './parts/PositionDialog.tsx'
import { type Choice, ServiceChoices } from './parts/ServiceChoices.tsx'
import { markedServices, openServices, type ScheduleInterval } from './schedule-intervals.ts'
import { useIntervalText } from './useIntervalText.ts'
import { useMarks } from './useMarks.ts'

interface IntervalDetailProps {
  vehicleId: number
  line: ScheduleInterval
  readings: KnownReadings
  /** From the advice provider; empty if there is none or the call failed (SCH-035). */
  advice: readonly RecommendedService[]
  isLoading: boolean
  /** The lists are unchanged since the first load, so advised services are ticked too (SCH-028). */
  isFirstLoad: boolean
  onBook: (services: { service_definition_id: number; position?: string }[]) => void
  /** An inactive vehicle cannot be booked (VEH-059). */
  isInactive: boolean
  /** Called after services were marked; `areAll`: the whole interval, so the next one opens (SCH-026). */
  onMarked: (areAll: boolean) => void
  /** Adds an advised service to the vehicle's schedule; undefined without permission. */
  onAdd: ((service: RecommendedService) => void) | undefined
}

/** One interval with its services, for booking or marking as completed (SCH-012, SCH-017 to SCH-028). */
export function IntervalDetail(props: IntervalDetailProps) {
  const { vehicleId, line, readings, advice, isLoading, isFirstLoad, isInactive, onBook, onMarked, onAdd } =
    props
  const textOf = useIntervalText()
  const dueFacts = useDueFacts()
  const { mark, isBusy } = useMarks()
  const canMark = useSessionCan('schedules.mark')
  /** Services whose checkbox differs from the default. */
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const { positions, picking, pick, save } = usePositions()
  const [marked, setMarked] = useState<ReadonlySet<number> | null>(null)
  const completion = useCompletion()
  const open = openServices(line)
  const isShown = useIsMounted()
  const extras = advice.filter(({ is_completed }) => !is_completed)
  const choices = useChoices(line, extras)
  const ticked = tickedOf(choices, turned, isFirstLoad)
  const chosen = marked ?? ticked
  const toggle = (id: number) => (marked ? setMarked(toggled(marked, id)) : setTurned(toggled(turned, id)))

  function addOf(id: number) {
    const extra = extras.find(({ service_id }) => service_id === id)
    if (extra) onAdd?.(extra)
  }

  const isMarking = marked !== null
  const { takesBack, serviceIds } = selectionOf(line, marked)

  async function done(isCompleted: boolean) {
    const doneAt = isCompleted ? completion.read() : undefined
    if (doneAt === null) return
    const areAll = isCompleted && open.every((id) => serviceIds.includes(id))
    const lastCompletedOn = line.cycles[0]?.closed_on ?? null
    const state = { vehicleId, intervalId: line.item_id, serviceIds, isCompleted, areAll, lastCompletedOn }
    if (!(await mark({ ...state, completion: doneAt }))) return
    // The user left this screen while the request was running.
    if (!isShown.current) return
    setMarked(null)
    onMarked(areAll)
  }

  const own = marked ? choices.filter(({ isOptional }) => !isOptional) : choices
  return (
    <Section title={textOf(line)} actions={<IntervalTag tag={line.tag} />}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        <InlineFacts facts={dueFacts(line, readings.odometer)} />
      </Typography>
      <ServiceChoices
        label={textOf(line)}
        choices={own}
        chosen={chosen}
        positions={positions}
        isMarking={isMarking}
        onToggle={toggle}
        onPosition={pick}
        onAdd={onAdd && ((id) => addOf(id))}
      />
      {isMarking && !takesBack && <CompletionFields {...completion.fields} known={readings} />}
      <IntervalActions
        isInactive={isInactive}
        canMark={canMark}
        isBusy={isBusy}
        isMarking={isMarking}
        takesBack={takesBack}
        canSave={serviceIds.length > 0}
        isBookable={!isLoading && !isMarking && chosen.size > 0}
        onBook={() => onBook(requested(choices, ticked, positions))}
        onMarking={(isStarted) => setMarked(isStarted ? new Set() : null)}
        onDone={() => void done(!takesBack)}
      />
      <PositionPick
        choice={choices.find(({ id }) => id === picking)}
        value={positions.get(picking ?? 0) ?? ''}
        onClose={() => pick(null)}
        onSave={save}
      />
    </Section>
  )
}

/** The positions of services for the booking, and the service whose position is being chosen. */
function usePositions() {
  const [positions, setPositions] = useState<ReadonlyMap<number, string>>(new Map())
  const [picking, pick] = useState<number | null>(null)
  function save(id: number, position: string) {
    setPositions(new Map(positions).set(id, position))
    pick(null)
  }
  return { positions, picking, pick, save }
}

/** Completed services can be reset and open ones completed, but not both at once. */
function selectionOf(line: ScheduleInterval, marked: ReadonlySet<number> | null) {
  const selected = [...(marked ?? [])]
  const open = openServices(line)
  const takesBack = selected.some((id) => !open.includes(id))
  const resettable = markedServices(line)
  return { takesBack, serviceIds: takesBack ? selected.filter((id) => resettable.includes(id)) : selected }
}

/** The interval's services, then the advised ones. */
function useChoices(line: ScheduleInterval, extras: readonly RecommendedService[]): Choice[] {
  const { language } = useFormat()
  const known = useLocalRows(['services'], (cache) => cache.services)
  const nameOf = ({ service_id, name }: RecommendedService) => {
    const service = known?.find(({ id }) => id === service_id)
    return service ? serviceName(service, language) : name
  }
  return [
    ...line.services.map((service) => ({
      id: service.id,
      name: language === 'fr' ? service.name_fr : service.name_en,
      positions: service.positions,
      isCompleted: service.isCompleted,
      isOptional: false,
    })),
    ...extras.map((extra) => ({
      // The response uses the account's language, which may differ from the screen's.
      id: extra.service_id,
      name: nameOf(extra),
      positions: extra.positions,
      isCompleted: false,
      isOptional: true,
    })),
  ]
}

/** Services not done yet, and at first advised ones; `turned`: those that the user switched. */
function tickedOf(choices: readonly Choice[], turned: ReadonlySet<number>, isFirstLoad: boolean) {
  return new Set(
    choices
      .filter(
        ({ id, isCompleted, isOptional }) => !isCompleted && (!isOptional || isFirstLoad) !== turned.has(id),
      )
      .map(({ id }) => id),
  )
}

interface IntervalActionsProps {
  isInactive: boolean
  isBookable: boolean
  canMark: boolean
  isBusy: boolean
  isMarking: boolean
  /** A service is selected that can be marked. */
  canSave: boolean
  takesBack: boolean
  onBook: () => void
  onMarking: (isStarted: boolean) => void
  onDone: () => void
}

function IntervalActions(props: IntervalActionsProps) {
  const { isInactive, isBookable, canMark, isBusy, isMarking, canSave, takesBack } = props
  const { onBook, onMarking, onDone } = props
  const t = useTexts('schedules')
  return (
    <Stack direction="row" sx={{ gap: 1, mt: 2, flexWrap: 'wrap', '& > *': { minHeight: 44 } }}>
      {isInactive ? (
        <ActionButton variant="contained" disabledReason={t('schedules:inactive')}>
          {t('schedules:book')}
        </ActionButton>
      ) : (
        <Button variant="contained" disabled={!isBookable} onClick={onBook}>
          {t('schedules:book')}
        </Button>
      )}
      {!isMarking && canMark && (
        <Button variant="outlined" onClick={() => onMarking(true)}>
          {t('schedules:mark.start')}
        </Button>
      )}
      {isMarking && (
        <>
          <Button variant="outlined" onClick={() => onMarking(false)}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="contained" disabled={!canSave || isBusy} onClick={onDone}>
            {t(takesBack ? 'schedules:mark.undo' : 'schedules:mark.done')}
          </Button>
        </>
      )}
    </Stack>
  )
}

interface PositionPickProps {
  choice: Choice | undefined
  value: string
  onClose: () => void
  onSave: (id: number, position: string) => void
}

function PositionPick({ choice, value, onClose, onSave }: PositionPickProps) {
  if (!choice) return null
  return (
    <PositionDialog
      name={choice.name}
      positions={choice.positions}
      value={value}
      onClose={onClose}
      onSave={(position) => onSave(choice.id, position)}
    />
  )
}

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** Returns the selected services in the format of the request form (SCH-017). */
function requested(
  choices: readonly Choice[],
  ticked: ReadonlySet<number>,
  positions: ReadonlyMap<number, string>,
) {
  return choices
    .filter(({ id }) => ticked.has(id))
    .map(({ id }) => {
      const position = positions.get(id)
      return { service_definition_id: id, ...(position === undefined ? {} : { position }) }
    })
}
