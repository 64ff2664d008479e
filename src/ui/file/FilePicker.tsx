import useMediaQuery from '@mui/material/useMediaQuery'
import { Stack } from '#src/ui/box/Stack.tsx'
import { FileButton } from './FileButton.tsx'

interface FilePickerProps {
  onPhotos: (files: File[]) => void
  onFiles: (files: File[]) => void
  multiple?: boolean
  disabledReason?: string | undefined | false
}

/** Formats that iOS converts to and desktops offer; the content is checked later. */
const ACCEPT = 'image/jpeg,image/png,application/pdf'

/** Buttons to add a file: on a phone the camera first, for use in a service bay. */
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
