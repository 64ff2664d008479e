import Autorenew from '@mui/icons-material/Autorenew'
import Button from '@mui/material/Button'
import { useState, useSyncExternalStore } from 'react'
import { applyUpdate, updateStore } from '#src/device/install/service-worker.ts'
import { useHasUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Banner } from './Banner.tsx'

/** Offers to install a new version. The user decides, after open forms and sending are done (OFF-047). */
export function UpdateBanner() {
  const t = useTexts('shell')
  const isReady = useSyncExternalStore(updateStore.subscribe, updateStore.isReady)
  const hasUnsavedTyping = useHasUnsavedTyping()
  const { outbox } = useOffline()
  const status = useLiveOptional(outbox.status)
  const [isDismissed, setDismissed] = useState(false)
  if (!isReady || isDismissed) return null
  const reason = hasUnsavedTyping
    ? t('shell:update.typing')
    : status?.isSending
      ? t('shell:update.sending')
      : false
  return (
    <Banner
      tone="info"
      icon={<Autorenew />}
      title={t('shell:update.title')}
      message={t('shell:update.message')}
      actions={
        <>
          <Button onClick={() => setDismissed(true)}>{t('shell:update.later')}</Button>
          <ActionButton variant="contained" disabledReason={reason} onClick={applyUpdate}>
            {t('shell:update.reload')}
          </ActionButton>
        </>
      }
    />
  )
}
