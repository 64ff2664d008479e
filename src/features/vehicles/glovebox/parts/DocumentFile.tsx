import FormHelperText from '@mui/material/FormHelperText'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { namedPhoto } from '#src/lib/photo/photo-name.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FilePicker } from '#src/ui/file/FilePicker.tsx'
import { FileThumb } from '#src/ui/file/FileThumb.tsx'
import { PreparingFile } from '#src/ui/file/PreparingFile.tsx'

const THUMB_SIZE = 72

interface ShownFile {
  file_name: string
  content_type: string
  byte_size: number
  blob: Blob | undefined
}

interface DocumentFileProps {
  /** The chosen file, else the document's current one. */
  file: ShownFile | undefined
  /** The chosen file replaces an existing one. */
  isReplacement: boolean
  /** Name of the file that is being prepared. */
  preparing: string | undefined
  error: string | undefined
  onChoose: (file: File) => void
  disabledReason: string | false
}

/** The current file of a document, and the buttons to choose another one. */
export function DocumentFile(props: DocumentFileProps) {
  const { file, isReplacement, preparing, error, onChoose, disabledReason } = props
  const t = useTexts('glovebox')
  const format = useFormat()
  const take = ([chosen]: File[]) => chosen && onChoose(chosen)
  return (
    <Box role="group" aria-label={t('glovebox:form.file.label')}>
      <Typography sx={{ fontSize: '0.875rem', fontWeight: 600, mb: 0.5 }}>
        {t('glovebox:form.file.label')}
      </Typography>
      {!file && preparing !== undefined && (
        <Box sx={{ mb: 1 }}>
          <PreparingFile fileName={preparing} height={THUMB_SIZE} />
        </Box>
      )}
      {file && (
        <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', mb: 1 }}>
          <FileThumb blob={file.blob} contentType={file.content_type} size={THUMB_SIZE} />
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{file.file_name}</Typography>
            <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
              {format.fileSize(file.byte_size)}
            </Typography>
            {isReplacement && (
              <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
                {t('glovebox:form.file.replaces')}
              </Typography>
            )}
          </Box>
        </Stack>
      )}
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <FilePicker
          onPhotos={([photo]) => photo && onChoose(namedPhoto(photo))}
          onFiles={take}
          disabledReason={disabledReason}
        />
        {file && preparing !== undefined && <PreparingFile fileName={preparing} />}
      </Stack>
      <FormHelperText error={Boolean(error)} role={error ? 'alert' : undefined}>
        {error ?? t('glovebox:form.file.help')}
      </FormHelperText>
    </Box>
  )
}
