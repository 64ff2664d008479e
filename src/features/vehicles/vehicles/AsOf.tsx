import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLoadedAt } from '#src/local-data/useLocalRows.ts'

/** The age of this device's data (OFF-043), after `before`. Renders nothing before the first load. */
export function AsOf({ before = '' }: { before?: string }) {
  const t = useTexts('vehicles')
  const format = useFormat()
  const loadedAt = useLoadedAt()
  return loadedAt ? (
    <span>
      {before}
      <span style={{ whiteSpace: 'nowrap' }}>{t('vehicles:list.asOf', { time: format.asOf(loadedAt) })}</span>
    </span>
  ) : null
}
