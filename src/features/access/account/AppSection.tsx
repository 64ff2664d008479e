import { useSyncExternalStore } from 'react'
import { isInstalled } from '#src/device/device-storage.ts'
import { applyUpdate, checkForUpdate, updateStore } from '#src/device/install/service-worker.ts'
import { useHasUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLive } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

/** Shows the app's version, whether it is installed, and an update if there is one (OFF-047). */
export function AppSection() {
  const t = useTexts('preferences')
  const toast = useToast()
  const isOnline = useOnline()
  const isReady = useSyncExternalStore(updateStore.subscribe, updateStore.isReady)
  const hasUnsavedTyping = useHasUnsavedTyping()
  const { outbox } = useOffline()
  const status = useLive(outbox.status)
  const look = async () => {
    await checkForUpdate()
    if (!updateStore.isReady()) toast('info', t('preferences:app.upToDate'))
  }
  const busy = hasUnsavedTyping
    ? t('preferences:app.typing')
    : status?.isSending && t('preferences:app.sending')
  return (
    <Section title={t('preferences:app.title')}>
      <Stack sx={{ gap: 2, '& > button': { alignSelf: 'flex-start' } }}>
        <Facts
          facts={[
            { label: t('preferences:app.version'), value: __APP_VERSION__ },
            {
              label: t('preferences:app.installed'),
              value: isInstalled() ? t('preferences:storage.yes') : t('preferences:storage.no'),
            },
          ]}
        />
        {isReady ? (
          <ActionButton variant="contained" disabledReason={busy} onClick={applyUpdate}>
            {t('preferences:app.update')}
          </ActionButton>
        ) : (
          <ActionButton
            variant="outlined"
            disabledReason={!isOnline && t('preferences:app.offline')}
            onClick={() => void look()}
          >
            {t('preferences:app.look')}
          </ActionButton>
        )}
      </Stack>
    </Section>
  )
}
