import LinearProgress from '@mui/material/LinearProgress'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { lastPersistenceResult, requestPersistence } from '#src/device/device-storage.ts'
import { useDeviceStorage } from '#src/device/useDeviceStorage.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useLive } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { unsentCountOf } from '#src/offline/model/unsent-count.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

/** The app's storage on this device, how safe it is, and what can be removed (docs/offline.md#storage). */
export function StorageSection() {
  const t = useTexts('preferences')
  const textOf = useWaitingText()
  const format = useFormat()
  const toast = useToast()
  const { outbox, cache } = useOffline()
  const status = useLive(outbox.status)
  const { storage, reload } = useDeviceStorage()
  const cachedBytes = useQuery({
    queryKey: ['kept-bytes'],
    queryFn: () => cache.cachedFileBytes(),
    gcTime: 0,
  })
  const free = useMutation({
    mutationFn: () => cache.clearCachedFiles(),
    onSuccess: async () => {
      await Promise.all([cachedBytes.refetch(), reload()])
      toast('success', t('preferences:storage.freed'))
    },
  })
  const persist = useMutation({ mutationFn: requestPersistence, onSuccess: () => reload() })
  if (!storage || !status) return null
  const persistenceResult = lastPersistenceResult()
  return (
    <Section title={t('preferences:storage.title')}>
      <Stack sx={{ gap: 2 }}>
        <Used usage={storage.usage} quota={storage.quota} />
        <Facts
          facts={[
            {
              label: t('preferences:storage.waiting'),
              value: t('preferences:storage.waitingValue', {
                held: textOf(unsentCountOf(status)),
                size: format.fileSize(status.bytesWaiting),
              }),
            },
            { label: t('preferences:storage.documents'), value: format.fileSize(cachedBytes.data) },
            {
              label: t('preferences:storage.kept'),
              value: storage.isPersisted ? t('preferences:storage.yes') : t('preferences:storage.no'),
            },
          ]}
        />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {storage.isPersisted
            ? t('preferences:storage.keptHelp')
            : persistenceResult
              ? t('preferences:storage.refused', { date: format.date(format.dayOf(persistenceResult.at)) })
              : t('preferences:storage.notKeptHelp')}
        </Typography>
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <ActionButton
            variant="outlined"
            loading={free.isPending}
            disabledReason={cachedBytes.data === 0 && t('preferences:storage.nothingKept')}
            onClick={() => free.mutate()}
          >
            {t('preferences:storage.free')}
          </ActionButton>
          {!storage.isPersisted && (
            <ActionButton variant="outlined" loading={persist.isPending} onClick={() => persist.mutate()}>
              {t('preferences:storage.ask')}
            </ActionButton>
          )}
        </Stack>
      </Stack>
    </Section>
  )
}

function Used({ usage, quota }: { usage: number | null; quota: number | null }) {
  const t = useTexts('preferences')
  const { fileSize } = useFormat()
  const labelId = useId()
  if (usage === null || !quota) return <Typography>{t('preferences:storage.unknown')}</Typography>
  return (
    <div>
      <Typography id={labelId} sx={{ mb: 0.75 }}>
        {t('preferences:storage.used', { used: fileSize(usage), quota: fileSize(quota) })}
      </Typography>
      <LinearProgress
        variant="determinate"
        value={Math.min(100, (usage / quota) * 100)}
        aria-labelledby={labelId}
        sx={{ height: 8, borderRadius: 1, bgcolor: 'action.disabledBackground' }}
      />
    </div>
  )
}
