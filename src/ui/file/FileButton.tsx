import AttachFile from '@mui/icons-material/AttachFile'
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined'
import type { ButtonProps } from '@mui/material/Button'
import { useRef } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'

interface FileButtonProps {
  /** 'camera' opens the camera on a phone; 'choose' opens the file picker. */
  source: 'camera' | 'choose'
  onFiles: (files: File[]) => void
  /** Like the input's accept attribute; images only for the camera. */
  accept?: string
  multiple?: boolean
  /** Replaces 'Take a photo' or 'Choose a file' if they are not specific enough. */
  label?: string
  disabledReason?: string | undefined | false
  variant?: ButtonProps['variant']
}

/** Picks files from the camera or the file picker. Choosing the same file twice counts twice. */
export function FileButton(props: FileButtonProps) {
  const { source, onFiles, accept = 'image/*', multiple = false, label, disabledReason } = props
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const camera = source === 'camera'
  const buttonLabel = label ?? (camera ? t('common:file.takePhoto') : t('common:file.choose'))
  return (
    <>
      <ActionButton
        variant={props.variant ?? 'outlined'}
        startIcon={camera ? <PhotoCamera /> : <AttachFile />}
        disabledReason={disabledReason}
        onClick={() => input.current?.click()}
      >
        {buttonLabel}
      </ActionButton>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={buttonLabel}
        accept={camera ? 'image/*' : accept}
        multiple={multiple && !camera}
        {...(camera && { capture: 'environment' as const })}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
