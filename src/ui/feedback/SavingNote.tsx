import { useEffect, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'

/** Slower saves show a note. */
const SLOW_MS = 4_000

interface SavingNoteProps {
  isSaving: boolean
  /** Name of the file that the save waits for. */
  preparing?: string | undefined
}

/** Explains a slow save: a file is being prepared, or this device's storage is slow. */
export function SavingNote({ isSaving, preparing }: SavingNoteProps) {
  const t = useTexts()
  const isSlow = useIsSlow(isSaving)
  const text =
    preparing === undefined
      ? isSlow && t('common:saving.still')
      : t('common:saving.preparingThenSaves', { fileName: preparing })
  return (
    <Typography
      role="status"
      variant="body2"
      sx={{ color: 'text.secondary', overflowWrap: 'anywhere', '&:empty': { display: 'none' } }}
    >
      {text || null}
    </Typography>
  )
}

function useIsSlow(isSaving: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isSaving) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isSaving])
  return isSlow
}
