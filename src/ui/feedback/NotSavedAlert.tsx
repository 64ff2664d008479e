import Download from '@mui/icons-material/DownloadOutlined'
import Replay from '@mui/icons-material/ReplayOutlined'
import Button from '@mui/material/Button'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadFile } from '#src/lib/download.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from './AlertBox.tsx'

interface UnsavedFile {
  file_name: string
  content_type: string
  bytes: ArrayBuffer
}

interface NotSavedAlertProps {
  /** The error that the save threw: storage is full, blocked, or anything else. */
  error: unknown
  /** Files of the form, so that the user can save them elsewhere. */
  files: readonly UnsavedFile[]
  /** The input, to save a copy if the device may lose it. */
  typed?: unknown
  onRetry?: () => unknown
}

/** The pressed button is at the bottom of a long form, so the alert scrolls into view. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' })

/** Reports that this device could not save. The form stays open, and its files can be saved elsewhere. */
export function NotSavedAlert({ error, files, typed, onRetry }: NotSavedAlertProps) {
  const t = useTexts('outbox')
  const format = useFormat()
  const name = error instanceof Error ? error.name : ''
  const isSilent = name === 'StorageTimeout'
  const downloadFiles = () => {
    for (const file of files)
      downloadFile(new Blob([file.bytes], { type: file.content_type }), file.file_name)
  }
  return (
    <AlertBox
      type={name === 'SavedMeanwhile' ? 'notice' : 'error'}
      title={titleOf()}
      message={
        <Stack ref={scrollIntoView} sx={{ gap: 1, alignItems: 'start' }}>
          <span>{reasonOf(error)}</span>
          {isSilent && onRetry && (
            <Button size="small" color="inherit" startIcon={<Replay />} onClick={onRetry}>
              {t('outbox:notKept.again')}
            </Button>
          )}
          {isSilent && typed !== undefined && (
            <Button
              size="small"
              color="inherit"
              startIcon={<Download />}
              onClick={() => {
                const text = JSON.stringify(typed, null, 2)
                downloadFile(new Blob([text], { type: 'application/json' }), t('outbox:notKept.copyName'))
                downloadFiles()
              }}
            >
              {t('outbox:notKept.copy')}
            </Button>
          )}
          {files.length > 0 && !(isSilent && typed !== undefined) && name !== 'SavedMeanwhile' && (
            <Button size="small" color="inherit" startIcon={<Download />} onClick={downloadFiles}>
              {t('outbox:notKept.download', { count: files.length })}
            </Button>
          )}
        </Stack>
      }
    />
  )

  function titleOf(): string {
    if (name === 'SavedMeanwhile') return t('outbox:notKept.meanwhileTitle')
    return isSilent ? t('outbox:notKept.silentTitle') : t('outbox:notKept.title')
  }

  function reasonOf(cause: unknown): string {
    if (name === 'QuotaExceeded') {
      if (Reflect.get(Object(cause), 'reason') === 'queue') return t('outbox:notKept.queue')
      const needed = Number(Reflect.get(Object(cause), 'neededBytes'))
      return t('outbox:notKept.quota', { size: format.fileSize(needed) })
    }
    if (name === 'SavedMeanwhile') return t('outbox:notKept.meanwhile')
    if (isSilent) return t('outbox:notKept.silent')
    return name === 'StorageBlocked' ? t('outbox:notKept.blocked') : t('outbox:notKept.other')
  }
}
