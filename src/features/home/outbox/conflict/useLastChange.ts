import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { Trouble } from '#src/offline/model/api/outbox-api.ts'

/** Who made the conflicting change, and when: 'Changed by Maria Lopez on …'; null if neither is known. */
export function useLastChange(): (trouble: Trouble | null) => string | null {
  const t = useTexts('outbox')
  const { dateTime } = useFormat()
  return (trouble) => {
    const changed = trouble?.changed
    const at = changed?.at ?? updatedAtOf(trouble)
    if (at === null) return null
    const time = dateTime(at)
    if (changed?.is_own) return t('outbox:conflict.changedByYou', { time })
    return changed?.by
      ? t('outbox:conflict.changedBy', { name: changed.by, time })
      : t('outbox:conflict.changedAt', { time })
  }
}

/** For conflicts from before the server named the change. */
function updatedAtOf(trouble: Trouble | null): string | null {
  const { updated_at: at } = (trouble?.current ?? {}) as { updated_at?: unknown }
  return typeof at === 'string' ? at : null
}
