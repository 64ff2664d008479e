import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stat, Stats } from '../dashboard/Stats.tsx'
import { toUpcoming } from '../dashboard/services-links.ts'
import type { DueSummary } from './due-summary.ts'

/** Intervals by status, of vehicles that are to be booked; behind each the same rows of the services screen (DSH-017, DSH-019). */
export function DueStats({ counts }: { counts: DueSummary['counts'] | undefined }) {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  const ordered = (n: number | undefined) => (n ? t('dashboard:due.atShop', { number: number(n) }) : '')
  return (
    <Stats>
      <Stat
        {...toUpcoming('past_due')}
        label={t('dashboard:due.past_due')}
        value={counts?.past_due.toBook}
        more={ordered(counts?.past_due.ordered)}
        isUrgent
      />
      <Stat
        {...toUpcoming('due_soon')}
        label={t('dashboard:due.due_soon')}
        value={counts?.due_soon.toBook}
        more={ordered(counts?.due_soon.ordered)}
      />
    </Stats>
  )
}
