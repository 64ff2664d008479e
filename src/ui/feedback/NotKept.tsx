import Download from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadFile } from '#src/lib/download.ts'
import { AlertBox } from './AlertBox.tsx'

interface KeepableFile {
  file_name: string
  content_type: string
  bytes: ArrayBuffer
}

interface NotKeptProps {
  /** What the save threw: no room, blocked storage, or anything else. */
  error: unknown
  /** Photos and papers of the form, so that they can be put somewhere safe. */
  files: readonly KeepableFile[]
}

/** A save that this device refused: the form stays open, and its files can be saved elsewhere. */
export function NotKept({ error, files }: NotKeptProps) {
  const t = useTexts()
  const format = useFormat()
  return (
    <AlertBox
      type="error"
      title={t('common:notKept.title')}
      message={
        <Stack sx={{ gap: 1, alignItems: 'start' }}>
          <span>{reasonOf(error)}</span>
          {files.length > 0 && (
            <Button
              size="small"
              color="inherit"
              startIcon={<Download />}
              onClick={() => {
                for (const file of files)
                  downloadFile(new Blob([file.bytes], { type: file.content_type }), file.file_name)
              }}
            >
              {t('common:notKept.download', { count: files.length })}
            </Button>
          )}
        </Stack>
      }
    />
  )

  function reasonOf(cause: unknown): string {
    const name = cause instanceof Error ? cause.name : ''
    if (name === 'QuotaRefused') {
      if (Reflect.get(Object(cause), 'reason') === 'queue') return t('common:notKept.queue')
      const needed = Number(Reflect.get(Object(cause), 'neededBytes'))
      return t('common:notKept.quota', { size: format.fileSize(needed) })
    }
    return name === 'StorageBlocked' ? t('common:notKept.blocked') : t('common:notKept.other')
  }
}
