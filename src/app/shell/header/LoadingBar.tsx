import LinearProgress from '@mui/material/LinearProgress'
import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Faster responses show no progress bar. */
const DELAY_MS = 400

/** The global progress bar, shown while any call is loading or saving (API-016). */
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
