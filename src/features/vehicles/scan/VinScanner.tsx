import Button from '@mui/material/Button'
import { useRef, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FileButton } from '#src/ui/file/FileButton.tsx'
import { openCodeReader } from './code-reader.ts'
import { pixelsOfPhoto } from './pictures.ts'
import { useCamera } from './useCamera.ts'
import { vinInCode } from './vin-in-code.ts'

interface VinScannerProps {
  onFound: (vin: string) => void
  onClose: () => void
}

/** Reads the VIN from a code on a vehicle: by camera, or from a photo if there is no camera. */
export function VinScanner({ onFound, onClose }: VinScannerProps) {
  const t = useTexts('vehicle-form')
  const video = useRef<HTMLVideoElement>(null)
  const { state, track } = useCamera(video, onFound)
  const photo = usePhoto(onFound)
  return (
    <ResponsiveDialog open title={t('vehicle-form:scan.title')} onClose={onClose}>
      <Stack sx={{ gap: 2 }}>
        <Box
          sx={{
            position: 'relative',
            display: state === 'starting' || state === 'on' ? 'block' : 'none',
            borderRadius: 2,
            overflow: 'hidden',
            bgcolor: 'common.black',
            aspectRatio: { xs: '3 / 4', sm: '16 / 9' },
          }}
        >
          <Box
            component="video"
            ref={video}
            muted
            playsInline
            aria-label={t('vehicle-form:scan.title')}
            sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
          />
          <Box
            aria-hidden
            sx={{
              position: 'absolute',
              inset: '30% 8%',
              border: '3px solid',
              borderColor: 'common.white',
              borderRadius: 2,
              boxShadow: '0 0 0 100vmax rgb(0 0 0 / 0.35)',
            }}
          />
        </Box>
        <Typography role="status" variant="body2">
          {state === 'starting' && t('vehicle-form:scan.starting')}
          {state === 'on' && t('vehicle-form:scan.hint')}
        </Typography>
        {(state === 'denied' || state === 'none' || state === 'failed') && (
          <AlertBox type="notice" message={t(`vehicle-form:scan.${state}`)} />
        )}
        {photo.trouble && <AlertBox type="error" message={t(`vehicle-form:scan.${photo.trouble}`)} />}
        <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
          <FileButton
            source="choose"
            label={t('vehicle-form:scan.photo')}
            onFiles={(files) => void photo.read(files)}
          />
          {track && <LightButton track={track} />}
        </Stack>
      </Stack>
    </ResponsiveDialog>
  )
}

function usePhoto(onFound: (vin: string) => void) {
  const [trouble, setTrouble] = useState<'noCode' | 'failed'>()
  async function read([file]: File[]) {
    if (!file) return
    setTrouble(undefined)
    const reader = await openCodeReader()
    try {
      const picture = await pixelsOfPhoto(file).catch(() => undefined)
      const texts = picture ? await reader.read(picture) : []
      const vin = texts.map(vinInCode).find((found) => found !== undefined)
      if (vin === undefined) setTrouble('noCode')
      else onFound(vin)
    } catch {
      setTrouble('failed')
    } finally {
      reader.close()
    }
  }
  return { trouble, read }
}

/** The phone's flashlight, if the camera has one: labels are in dark places. */
function LightButton({ track }: { track: MediaStreamTrack }) {
  const t = useTexts('vehicle-form')
  const [isLit, setLit] = useState(false)
  const { torch } = (track.getCapabilities?.() ?? {}) as { torch?: boolean }
  if (!torch) return null
  async function toggle() {
    await track.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] })
    setLit(!isLit)
  }
  return (
    <Button variant="outlined" aria-pressed={isLit} onClick={() => void toggle()}>
      {t('vehicle-form:scan.light')}
    </Button>
  )
}
