import HourglassTop from '@mui/icons-material/HourglassTopOutlined'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { isInstalled } from '#src/device/device-storage.ts'
import { useInstallMethod } from '#src/device/install/useInstallMethod.ts'
import { useDeviceStorage } from '#src/device/useDeviceStorage.ts'
import { isAtRisk, mustSendBeforeInstall } from '#src/features/home/device/device-risk.ts'
import { isOffline } from '#src/features/home/outbox/chip-state.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { totalUnsent, unsentCountOf } from '#src/offline/model/unsent-count.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Banner } from './Banner.tsx'

/**
 * Warns that entries have waited for a day in a browser that may delete them, and what to do (docs/offline.md row 10).
 */
export function LongWaitBanner({ onInstall }: { onInstall: () => void }) {
  const t = useTexts('shell')
  const textOf = useWaitingText()
  const { age } = useFormat()
  const { outbox } = useOffline()
  const status = useLiveOptional(outbox.status)
  const oldestAt = useLiveOptional(outbox.oldestAt)
  const isOnline = useOnline()
  const way = useInstallMethod()
  const { storage } = useDeviceStorage()
  const [isDismissed, setDismissed] = useState(false)
  if (!status || !storage || oldestAt === undefined || oldestAt === null || isDismissed) return null
  const held = unsentCountOf(status)
  const count = totalUnsent(held)
  const standing = { count, oldestAt, isInstalled: isInstalled(), isPersisted: storage.isPersisted }
  if (!isAtRisk(standing, Date.now())) return null
  return (
    <Banner
      tone="warning"
      icon={<HourglassTop />}
      title={t('shell:longWait.title', { count, held: textOf(held), age: age(oldestAt) })}
      message={
        mustSendBeforeInstall(way, count)
          ? t('shell:longWait.ios')
          : way
            ? t('shell:longWait.install')
            : t('shell:longWait.message')
      }
      actions={
        <>
          <Button onClick={() => setDismissed(true)}>{t('shell:longWait.later')}</Button>
          {way === 'prompt' && <Button onClick={onInstall}>{t('shell:install.action')}</Button>}
          <ActionButton
            variant="contained"
            loading={status.isSending}
            disabledReason={isOffline(status, isOnline) && t('shell:longWait.offline')}
            onClick={() => void outbox.retry()}
          >
            {t('shell:longWait.send')}
          </ActionButton>
        </>
      }
    />
  )
}
