import Photo from '@mui/icons-material/PhotoOutlined'
import PictureAsPdf from '@mui/icons-material/PictureAsPdfOutlined'
import { Box } from '#src/ui/box/Box.tsx'
import { useObjectUrl } from './useObjectUrl.ts'

/** Of a thumbnail in a row, px. */
export const THUMB_SIZE = 56

interface FileThumbProps {
  /** Undefined while not on this device: shows an icon of the file type. */
  blob?: Blob | undefined
  contentType: string
  size?: number
}

/** A thumbnail of a file. Hidden from screen readers, because the name is next to it. */
export function FileThumb({ blob, contentType, size = THUMB_SIZE }: FileThumbProps) {
  const isImage = contentType.startsWith('image/')
  const url = useObjectUrl(isImage ? blob : undefined)
  return (
    <Box
      aria-hidden
      sx={{
        width: size,
        height: size,
        flexShrink: 0,
        display: 'grid',
        placeItems: 'center',
        overflow: 'hidden',
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
        color: 'text.secondary',
        '& img': { width: '100%', height: '100%', objectFit: 'cover' },
      }}
    >
      {url ? <img src={url} alt="" /> : isImage ? <Photo /> : <PictureAsPdf />}
    </Box>
  )
}
