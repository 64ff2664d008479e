import Close from '@mui/icons-material/Close'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import { useMemo } from 'react'
import { INVOICE_MAX_COUNT } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftFile } from '#src/lib/drafts/draft-files.ts'
import { namedPhoto } from '#src/lib/photo/photo-name.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FilePicker } from '#src/ui/file/FilePicker.tsx'
import { FileThumb } from '#src/ui/file/FileThumb.tsx'
import { PreparingFile } from '#src/ui/file/PreparingFile.tsx'

interface InvoiceListProps {
  /** Invoices that the entry already has. */
  stored: readonly { id: string; file_name: string; content_type: string; byte_size: number }[]
  files: readonly DraftFile[]
  /** Messages for refused files. */
  troubles: readonly string[]
  /** Name of the file that is being prepared. */
  preparing: string | undefined
  /** Name of the last removed file, which can be restored. */
  removedName: string | undefined
  onAdd: (files: readonly File[]) => void
  onRemoveStored: (id: string) => void
  onRemove: (file: DraftFile) => void
  onUndo: () => void
}

/** Invoices of an entry: camera, file chooser, thumbnails, remove and undo (MHX-017..022). */
export function InvoiceList(props: InvoiceListProps) {
  const { stored, files, troubles, preparing, removedName, onAdd, onRemoveStored, onRemove, onUndo } = props
  const t = useTexts('history')
  const isFull = stored.length + files.length >= INVOICE_MAX_COUNT
  return (
    <Stack sx={{ gap: 1.5 }}>
      <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
        {stored.map((invoice) => (
          <InvoiceRow key={invoice.id} {...invoice} onRemove={() => onRemoveStored(invoice.id)} />
        ))}
        {files.map((file) => (
          <InvoiceRow key={file.id} {...file} onRemove={() => onRemove(file)} />
        ))}
      </Box>
      {removedName !== undefined && (
        <Stack direction="row" role="status" sx={{ alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
          <Typography variant="body2">{t('history:files.removed', { fileName: removedName })}</Typography>
          {/* The pressed button disappeared with its row, so the focus moves here. */}
          <Button size="small" autoFocus key={removedName} onClick={onUndo}>
            {t('history:files.undo')}
          </Button>
        </Stack>
      )}
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <FilePicker
          multiple
          onPhotos={(photos) => onAdd(photos.map((photo) => namedPhoto(photo)))}
          onFiles={onAdd}
          disabledReason={isFull && t('history:files.max_files', { maxFiles: INVOICE_MAX_COUNT })}
        />
        {preparing !== undefined && <PreparingFile fileName={preparing} />}
      </Stack>
      {troubles.length > 0 ? (
        <Box role="alert">
          {troubles.map((text) => (
            <FormHelperText key={text} error>
              {text}
            </FormHelperText>
          ))}
        </Box>
      ) : (
        <FormHelperText>{t('history:files.help', { maxFiles: INVOICE_MAX_COUNT })}</FormHelperText>
      )}
    </Stack>
  )
}

interface InvoiceRowProps {
  file_name: string
  content_type: string
  byte_size: number
  bytes?: ArrayBuffer
  onRemove: () => void
}

function InvoiceRow({ file_name, content_type, byte_size, bytes, onRemove }: InvoiceRowProps) {
  const t = useTexts('history')
  const format = useFormat()
  // Created once per file: each new blob would reload the picture.
  const blob = useMemo(() => bytes && new Blob([bytes], { type: content_type }), [bytes, content_type])
  return (
    <Stack component="li" direction="row" sx={{ gap: 1.5, alignItems: 'center' }}>
      <FileThumb blob={blob} contentType={content_type} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{file_name}</Typography>
        <Typography variant="caption" component="div" sx={{ color: 'text.secondary' }}>
          {format.fileSize(byte_size)}
        </Typography>
      </Box>
      <IconButton onClick={onRemove} aria-label={t('history:files.remove', { fileName: file_name })}>
        <Close />
      </IconButton>
    </Stack>
  )
}
