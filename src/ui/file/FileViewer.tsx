import Download from '@mui/icons-material/DownloadOutlined'
import Add from '@mui/icons-material/ZoomInOutlined'
import Remove from '@mui/icons-material/ZoomOutOutlined'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { useObjectUrl } from './useObjectUrl.ts'

interface FileViewerProps {
  open: boolean
  onClose: () => void
  /** The file's title for the user. */
  title: string
  fileName: string
  contentType: string
  /** `null`: not on this device and not available now. */
  blob: Blob | null | undefined
  /** The server does not have it yet: it is on the device where it was added. */
  isAwaited?: boolean
}

const scales = [1, 1.5, 2, 3, 4]

/** A file in full screen: pictures can be zoomed, PDFs open in the browser's viewer if it has one. */
export function FileViewer(props: FileViewerProps) {
  const { open, onClose, title, fileName, contentType, blob, isAwaited = false } = props
  const t = useTexts()
  const url = useObjectUrl(blob ?? undefined)
  const [step, setStep] = useState(0)
  const isImage = contentType.startsWith('image/')
  const scale = scales[step] ?? 1
  return (
    <ResponsiveDialog
      open={open}
      onClose={onClose}
      title={title}
      fullScreen
      actions={
        url && (
          <>
            {isImage && (
              <Zoom
                canGrow={step < scales.length - 1}
                canShrink={step > 0}
                onGrow={() => setStep(step + 1)}
                onShrink={() => setStep(step - 1)}
              />
            )}
            <Button component="a" href={url} download={fileName} startIcon={<Download />}>
              {t('common:file.download')}
            </Button>
          </>
        )
      }
    >
      {blob === null && (
        <EmptyState
          title={t('common:file.notHere')}
          message={isAwaited ? t('common:file.awaited') : t('common:file.notHereHelp')}
        />
      )}
      {blob === undefined && <SkeletonList rows={4} />}
      {url && isImage && (
        <Picture url={url} alt={title} scale={scale} onToggle={() => setStep(step === 0 ? 2 : 0)} />
      )}
      {url && !isImage && <Pdf url={url} title={title} />}
    </ResponsiveDialog>
  )
}

interface PictureProps {
  url: string
  alt: string
  scale: number
  onToggle: () => void
}

/** The page supports pinch zoom; double tap and the buttons work with one hand. */
function Picture({ url, alt, scale, onToggle }: PictureProps) {
  return (
    <Box tabIndex={0} sx={{ overflow: 'auto', height: '100%', display: 'grid' }}>
      <Box
        component="img"
        src={url}
        alt={alt}
        onDoubleClick={onToggle}
        sx={
          scale === 1
            ? { m: 'auto', maxWidth: '100%', maxHeight: '100%', objectFit: 'contain' }
            : { width: `${scale * 100}%`, maxWidth: 'none' }
        }
      />
    </Box>
  )
}

function Pdf({ url, title }: { url: string; title: string }) {
  const t = useTexts()
  if (!navigator.pdfViewerEnabled)
    return <EmptyState title={t('common:file.pdf')} message={t('common:file.pdfHelp')} />
  return (
    <Box
      component="iframe"
      src={url}
      title={title}
      sx={{ border: 0, width: '100%', height: '100%', minHeight: 320 }}
    />
  )
}

interface ZoomProps {
  canGrow: boolean
  canShrink: boolean
  onGrow: () => void
  onShrink: () => void
}

function Zoom({ canGrow, canShrink, onGrow, onShrink }: ZoomProps) {
  const t = useTexts()
  return (
    <Box sx={{ mr: 'auto' }}>
      <IconButton onClick={onShrink} disabled={!canShrink} aria-label={t('common:file.zoomOut')}>
        <Remove />
      </IconButton>
      <IconButton onClick={onGrow} disabled={!canGrow} aria-label={t('common:file.zoomIn')}>
        <Add />
      </IconButton>
    </Box>
  )
}
