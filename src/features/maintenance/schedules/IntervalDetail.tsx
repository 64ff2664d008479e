import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import type { RecommendedService } from '#contract/maintenance/schedules.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useKept } from '#src/local-data/useLocalRows.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { InlineFacts } from '#src/ui/layout/InlineFacts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { IntervalTag } from '../intervals/IntervalTag.tsx'
import { useDueFacts } from '../intervals/useDueFacts.ts'
import { PositionDialog } from './PositionDialog.tsx'
import { type Choice, ServiceChoices } from './parts/ServiceChoices.tsx'
import { openServices, type ScheduleLine } from './schedule-lines.ts'
import { useIntervalWords } from './useIntervalWords.ts'
import { useMarks } from './useMarks.ts'

interface IntervalDetailProps {
  vehicleId: number
  line: ScheduleLine
  odometer: number | null
  /** Of the advice provider; empty while none, and when it failed (SCH-035). */
  advice: readonly RecommendedService[]
  isLoading: boolean
  /** The lists are as they were first loaded: advice is ticked too (SCH-028). */
  isFirstLoad: boolean
  onBook: (services: { service_definition_id: number; position?: string }[]) => void
  /** Out of use: it cannot be scheduled (VEH-059). */
  isInactive: boolean
  /** Services were marked; all of the interval: the next one is to show (SCH-026). */
  onMarked: (areAll: boolean) => void
  /** Puts an advised service on the vehicle's schedule; undefined: the person may not. */
  onAdd: ((service: RecommendedService) => void) | undefined
}

/** One interval with its services: to book, or to mark as completed (SCH-012, SCH-017 to SCH-028). */
export function IntervalDetail(props: IntervalDetailProps) {
  const { vehicleId, line, odometer, advice, isLoading, isFirstLoad, isInactive, onBook, onMarked, onAdd } =
    props
  const t = useTexts('schedules')
  const { language } = useFormat()
  const words = useIntervalWords()
  const dueFacts = useDueFacts()
  const { mark, isBusy } = useMarks()
  const canMark = useSessionCan('schedules.mark')
  /** What the person ticked or unticked against what stands by default. */
  const [turned, setTurned] = useState<ReadonlySet<number>>(new Set())
  const [positions, setPositions] = useState<ReadonlyMap<number, string>>(new Map())
  const [picking, setPicking] = useState<number | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<number> | null>(null)
  const open = openServices(line)
  const known = useKept(['services'], (cache) => cache.services)
  const nameOf = ({ service_id, name }: RecommendedService) => {
    const service = known?.find(({ id }) => id === service_id)
    return service ? serviceName(service, language) : name
  }
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const extras = advice.filter(({ is_completed }) => !is_completed)
  const choices: Choice[] = [
    ...line.services.map((service) => ({
      ...{ id: service.id, name: language === 'fr' ? service.name_fr : service.name_en },
      ...{ positions: service.positions, isCompleted: service.isCompleted, isExtra: false },
    })),
    ...extras.map((extra) => ({
      // The call answers in the language of the account, the screen has its own.
      ...{ id: extra.service_id, name: nameOf(extra), positions: extra.positions },
      ...{ isCompleted: false, isExtra: true },
    })),
  ]
  const ticked = new Set(
    choices
      .filter(({ id, isCompleted, isExtra }) => !isCompleted && (!isExtra || isFirstLoad) !== turned.has(id))
      .map(({ id }) => id),
  )
  const chosen = marked ?? ticked
  const toggle = (id: number) => {
    if (marked) setMarked(toggled(marked, id))
    else setTurned(toggled(turned, id))
  }

  function addOf(id: number) {
    const extra = extras.find(({ service_id }) => service_id === id)
    if (extra) onAdd?.(extra)
  }

  async function done(isCompleted: boolean) {
    if (!marked) return
    const serviceIds = [...marked]
    const areAll = isCompleted && open.every((id) => marked.has(id))
    const lastCompletedOn = line.cycles[0]?.closed_on ?? null
    const said = { vehicleId, intervalId: line.item_id, serviceIds, isCompleted, areAll, lastCompletedOn }
    if (!(await mark(said))) return
    // Who went elsewhere while it was sent stays there.
    if (!isShown.current) return
    setMarked(null)
    onMarked(areAll)
  }

  const isMarking = marked !== null
  const own = marked ? choices.filter(({ isExtra }) => !isExtra) : choices
  // What is done can be taken back, what is open can be completed: one or the other at a time.
  const takesBack = marked !== null && [...marked].some((id) => !open.includes(id))
  return (
    <Section title={words(line)} actions={<IntervalTag tag={line.tag} />}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        <InlineFacts facts={dueFacts(line, odometer)} />
      </Typography>
      <ServiceChoices
        label={words(line)}
        choices={own}
        chosen={chosen}
        positions={positions}
        isMarking={isMarking}
        onToggle={toggle}
        onPosition={setPicking}
        onAdd={onAdd && ((id) => addOf(id))}
      />
      <Stack direction="row" sx={{ gap: 1, mt: 2, flexWrap: 'wrap', '& > *': { minHeight: 44 } }}>
        {isInactive ? (
          <ActionButton variant="contained" disabledReason={t('schedules:inactive')}>
            {t('schedules:book')}
          </ActionButton>
        ) : (
          <Button
            variant="contained"
            disabled={isLoading || isMarking || chosen.size === 0}
            onClick={() => onBook(requested(choices, ticked, positions))}
          >
            {t('schedules:book')}
          </Button>
        )}
        {!isMarking && canMark && (
          <Button variant="outlined" onClick={() => setMarked(new Set())}>
            {t('schedules:mark.start')}
          </Button>
        )}
        {isMarking && (
          <>
            <Button variant="outlined" onClick={() => setMarked(null)}>
              {t('schedules:mark.cancel')}
            </Button>
            <Button
              variant="contained"
              disabled={marked.size === 0 || isBusy}
              onClick={() => void done(!takesBack)}
            >
              {t(takesBack ? 'schedules:mark.undo' : 'schedules:mark.done')}
            </Button>
          </>
        )}
      </Stack>
      {picking !== null && (
        <PositionDialog
          name={choices.find(({ id }) => id === picking)?.name ?? ''}
          positions={choices.find(({ id }) => id === picking)?.positions ?? []}
          value={positions.get(picking) ?? ''}
          onClose={() => setPicking(null)}
          onSave={(position) => {
            setPositions(new Map(positions).set(picking, position))
            setPicking(null)
          }}
        />
      )}
    </Section>
  )
}

function toggled(set: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What is booked, as the request takes it (SCH-017). */
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
