import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'

/** Explains, while offline, that passwords need a connection: they are never queued (ruling 24). */
export function NeedsConnection() {
  const t = useTexts('password')
  if (useOnline()) return null
  return (
    <AlertBox type="notice" title={t('password:offline.title')} message={t('password:offline.message')} />
  )
}
