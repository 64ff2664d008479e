import Delete from '@mui/icons-material/DeleteOutlined'
import IconButton from '@mui/material/IconButton'
import { useEffect, useState } from 'react'
import type { FileManifestEntry } from '#contract/core/documents.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { FileThumb } from '#src/ui/file/FileThumb.tsx'

interface ShopFilesProps {
  queue: ShopQueue
  files: readonly FileManifestEntry[]
  onRemove: (id: string) => void
}

/** Files of a form, with thumbnails of those on this device. */
export function ShopFiles({ queue, files, onRemove }: ShopFilesProps) {
  const t = useTexts('shop-link')
  if (files.length === 0) return null
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
      {files.map((file) => (
        <Stack component="li" direction="row" key={file.id} sx={{ alignItems: 'center', gap: 1.5 }}>
          <Thumb queue={queue} file={file} />
          <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {file.file_name}
          </Typography>
          <IconButton
            edge="end"
            aria-label={t('shop-link:file.remove', { name: file.file_name })}
            onClick={() => onRemove(file.id)}
          >
            <Delete />
          </IconButton>
        </Stack>
      ))}
    </Box>
  )
}

function Thumb({ queue, file }: { queue: ShopQueue; file: FileManifestEntry }) {
  const [blob, setBlob] = useState<Blob>()
  useEffect(() => {
    void queue.fileOf(file.id).then((row) => row && setBlob(new Blob([row.bytes], { type: row.type })))
  }, [queue, file.id])
  return <FileThumb blob={blob} contentType={file.content_type} />
}
