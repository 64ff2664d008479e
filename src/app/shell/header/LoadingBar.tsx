import LinearProgress from '@mui/material/LinearProgress'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Quicker answers than this need no sign. */
const DELAY_MS = 400

/** The one sign that something is being loaded or saved, set and cleared by every call (API-016). */
export function LoadingBar() {
  const t = useTexts('shell')
  const isBusy = useIsFetching() + useIsMutating() > 0
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(isBusy), isBusy ? DELAY_MS : 0)
    return () => clearTimeout(timer)
  }, [isBusy])
  if (!isShown) return null
  return (
    <LinearProgress
      aria-label={t('shell:loading')}
      sx={{ position: 'fixed', insetInline: 0, top: 0, height: 3, zIndex: 'tooltip' }}
    />
  )
}
