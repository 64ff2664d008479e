import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import type { KnownReadings } from './completion-draft.ts'
import { DoneDialog } from './DoneDialog.tsx'
import { IntervalCards } from './parts/IntervalCards.tsx'
import { IntervalTable } from './parts/IntervalTable.tsx'
import { useServiceNames } from './parts/useServiceNames.ts'
import { type ScheduleInterval, TAGS } from './schedule-intervals.ts'
import { useMarks } from './useMarks.ts'

interface ScheduleListsProps {
  vehicleId: number
  lines: readonly ScheduleInterval[]
  readings: KnownReadings
  onOpen: (itemId: number) => void
}

/** The three lists of a vehicle's schedule (SCH-011): tables with the same columns on desktops, cards on phones. */
export function ScheduleLists({ vehicleId, lines, readings, onOpen }: ScheduleListsProps) {
  const t = useTexts('schedules')
  const canMark = useSessionCan('schedules.mark')
  const [marking, setMarking] = useState<ScheduleInterval | null>(null)
  const isDesktop = useIsDesktop()
  const List = isDesktop ? IntervalTable : IntervalCards
  return (
    <>
      {TAGS.map((tag) => {
        const own = lines.filter((line) => line.tag === tag)
        return (
          <Section key={tag} title={t(`schedules:tag.${tag}`)} flush>
            {own.length === 0 ? (
              <Typography variant="body2" sx={{ px: 2, pb: 2, color: 'text.secondary' }}>
                {t(`schedules:none.${tag}`)}
              </Typography>
            ) : (
              <List
                label={t(`schedules:tag.${tag}`)}
                lines={own}
                odometer={readings.odometer}
                onOpen={onOpen}
                onDone={canMark ? setMarking : undefined}
              />
            )}
          </Section>
        )
      })}
      {marking && (
        <IntervalDone
          vehicleId={vehicleId}
          line={marking}
          readings={readings}
          onClose={() => setMarking(null)}
        />
      )}
    </>
  )
}

interface IntervalDoneProps extends Pick<ScheduleListsProps, 'vehicleId' | 'readings'> {
  line: ScheduleInterval
  onClose: () => void
}

/** Marks the open services of an interval as done. */
function IntervalDone({ vehicleId, line, readings, onClose }: IntervalDoneProps) {
  const namesOf = useServiceNames()
  const { markInterval, isBusy } = useMarks()
  const open = line.services.filter(({ isCompleted }) => !isCompleted)
  return (
    <DoneDialog
      services={namesOf({ services: open })}
      known={readings}
      isBusy={isBusy}
      onDone={async (completion) => {
        const isSaved = await markInterval({
          vehicleId,
          intervalId: line.item_id,
          serviceIds: open.map(({ id }) => id),
          isCompleted: true,
          lastCompletedOn: line.cycles[0]?.closed_on ?? null,
          completion,
        })
        if (isSaved) onClose()
      }}
      onClose={onClose}
    />
  )
}
