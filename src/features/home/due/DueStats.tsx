import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stat, Stats } from '#src/ui/layout/Stats.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { DUE_NUMBERS, type DueNumber } from './due-summary.ts'
import { linkToDue } from './due-view.ts'
import type { Due } from './useDue.ts'

/**
 * Intervals by status of vehicles without an active order; next to each number, those of vehicles with one (DSH-004,
 * DSH-017).
 */
export function DueStats({ counts }: Pick<Due, 'counts'>) {
  const t = useTexts('dashboard')
  return (
    <Stats caption={t('dashboard:due.caption')}>
      <Stat
        {...linkToDue(DUE_NUMBERS.pastDue)}
        label={t('dashboard:due.past_due')}
        value={counts?.pastDue}
        isUrgent
      />
      <Ordered counts={counts} name="pastDueOrdered" />
      <Stat {...linkToDue(DUE_NUMBERS.dueSoon)} label={t('dashboard:due.due_soon')} value={counts?.dueSoon} />
      <Ordered counts={counts} name="dueSoonOrdered" />
    </Stats>
  )
}

/** Renders nothing if there are none. */
function Ordered({ counts, name }: Pick<Due, 'counts'> & { name: DueNumber }) {
  const t = useTexts('dashboard')
  const { number } = useFormat()
  if (!counts?.[name]) return null
  return (
    <TextLink {...linkToDue(DUE_NUMBERS[name])} sx={{ fontSize: '0.875rem', lineHeight: '36px', mr: 1 }}>
      {t('dashboard:due.atShop', { number: number(counts[name]) })}
    </TextLink>
  )
}
