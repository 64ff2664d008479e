import Download from '@mui/icons-material/DownloadOutlined'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useRef, useState } from 'react'
import type { BulkUpsertion } from '#contract/vehicles/bulk.ts'
import { bulkTemplate } from '#domain/vehicles/bulk-template.ts'
import { api } from '#src/api/client.ts'
import type { Write } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadFile } from '#src/lib/download.ts'
import { useVehicles } from '#src/local-data/useLocalRows.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FileButton } from '#src/ui/file/FileButton.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { PreviewList } from './parts/PreviewList.tsx'
import { type Preview, previewFile } from './preview-file.ts'
import { useSendFailureText } from './useSendFailureText.ts'

interface BulkUploadReadyProps {
  send: Write<File, BulkUpsertion>
}

/** Chooses and previews the file. Nothing is sent before the user confirms. */
export function BulkUploadReady({ send }: BulkUploadReadyProps) {
  const t = useTexts('bulk-upload')
  const failureText = useSendFailureText()
  const vehicles = useVehicles()
  const { language } = useFormat()
  const [file, setFile] = useState<File>()
  const [preview, setPreview] = useState<Preview>()
  const [isOther, setOther] = useState(false)
  // A large file may finish parsing after another one was chosen.
  const latest = useRef<File>(undefined)

  async function choose(chosen: File | undefined) {
    latest.current = chosen
    setPreview(undefined)
    setFile(undefined)
    send.reset()
    const isCsv = chosen !== undefined && /\.csv$/i.test(chosen.name)
    setOther(!isCsv)
    if (!isCsv) return
    setFile(chosen)
    const read = await previewFile(chosen, vehicles ?? [], (input) => api.bulkUpsertions.check(input))
    if (latest.current === chosen) setPreview(read)
  }

  const download = () =>
    downloadFile(new Blob([bulkTemplate(language)], { type: 'text/csv' }), 'vehicles-template.csv')

  if (send.isBusy) {
    return (
      <Stack sx={{ gap: 1.5 }} role="status">
        <Typography>{t('bulk-upload:sending', { file: send.input?.name ?? '' })}</Typography>
        <LinearProgress aria-label={t('bulk-upload:step.sending')} />
      </Stack>
    )
  }
  return (
    <Stack sx={{ gap: 2 }}>
      {!preview && <Typography>{t('bulk-upload:ready.lead')}</Typography>}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <FileButton
          source="choose"
          accept=".csv,text/csv"
          label={file ? t('bulk-upload:ready.other') : t('bulk-upload:ready.choose')}
          variant={file ? 'outlined' : 'contained'}
          onFiles={([chosen]) => void choose(chosen)}
        />
        <Button startIcon={<Download />} onClick={download}>
          {t('bulk-upload:ready.template')}
        </Button>
      </Stack>
      {isOther && <AlertBox type="error" message={t('bulk-upload:ready.type')} />}
      {file && !preview && (
        <Stack role="status" sx={{ gap: 1 }}>
          <Typography>{t('bulk-upload:ready.reading', { file: file.name })}</Typography>
          <LinearProgress aria-label={t('bulk-upload:ready.reading', { file: file.name })} />
        </Stack>
      )}
      {preview?.problem && <AlertBox type="error" message={t(`bulk-upload:problem.${preview.problem}`)} />}
      {send.failure && <AlertBox type="error" message={failureText(send.failure)} />}
      {file && preview && !preview.problem && (
        <>
          <SendButton rows={goodRows(preview)} onSend={() => void send.run(file)} />
          <PreviewList preview={preview} />
        </>
      )}
    </Stack>
  )
}

const goodRows = ({ rows }: Preview) => rows.filter(({ verdict }) => verdict !== 'refused').length

function SendButton({ rows, onSend }: { rows: number; onSend: () => void }) {
  const t = useTexts('bulk-upload')
  const format = useFormat()
  const isOnline = useOnline()
  const reason = rows === 0 ? t('bulk-upload:ready.nothing') : t('bulk-upload:ready.offline')
  return (
    <ActionButton
      variant="contained"
      sx={{ alignSelf: 'start' }}
      disabledReason={(rows === 0 || !isOnline) && reason}
      onClick={onSend}
    >
      {t('bulk-upload:preview.send', { count: rows, number: format.number(rows) })}
    </ActionButton>
  )
}
