import Stack from '@mui/material/Stack'
import useMediaQuery from '@mui/material/useMediaQuery'
import { FileButton } from './FileButton.tsx'

interface FilePickerProps {
  onPhotos: (files: File[]) => void
  onFiles: (files: File[]) => void
  multiple?: boolean
  disabledReason?: string | undefined | false
}

/** What iOS hands over as JPEG and desktops let choose; the content decides in the end. */
const ACCEPT = 'image/jpeg,image/png,application/pdf'

/** The ways to a file: on a phone the camera first, since this is used in a bay. */
export function FilePicker({ onPhotos, onFiles, multiple = false, disabledReason }: FilePickerProps) {
  const hasCamera = useMediaQuery('(pointer: coarse)', { noSsr: true })
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
      {hasCamera && <FileButton source="camera" onFiles={onPhotos} disabledReason={disabledReason} />}
      <FileButton
        source="choose"
        accept={ACCEPT}
        multiple={multiple}
        onFiles={onFiles}
        disabledReason={disabledReason}
      />
    </Stack>
  )
}
