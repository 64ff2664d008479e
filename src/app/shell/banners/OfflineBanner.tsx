import CloudOff from '@mui/icons-material/CloudOffOutlined'
import { isOffline } from '#src/features/home/outbox/chip-state.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Banner } from './Banner.tsx'

/** Shows that the device is offline, that work can continue, and how old the data is (OFF-042, OFF-043). */
export function OfflineBanner() {
  const t = useTexts('shell')
  const { asOf } = useFormat()
  const { outbox, cache } = useOffline()
  const status = useLiveOptional(outbox.status)
  const loadedAt = useLiveOptional(cache.lastLoadedAt)
  const isOnline = useOnline()
  if (!status || !isOffline(status, isOnline)) return null
  const message = status.network === 'portal' ? t('shell:offline.portal') : t('shell:offline.banner')
  return (
    <Banner
      tone="warning"
      icon={<CloudOff />}
      message={
        <>
          {message} {loadedAt && t('shell:offline.asOf', { time: asOf(loadedAt) })}
        </>
      }
    />
  )
}
