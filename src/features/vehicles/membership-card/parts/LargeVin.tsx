import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import { useEffect } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'

const Barcode = lazyComponent(() => import('../Barcode.tsx').then((m) => m.Barcode))

/** The VIN on a white full screen that stays on, to be scanned or read out at a counter. */
export function LargeVin({ vin, onClose }: { vin: string; onClose: () => void }) {
  const t = useTexts('membership-card')
  useScreenWakeLock()
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      slotProps={{ paper: { 'aria-label': t('membership-card:largeTitle'), sx: sheet } }}
    >
      <Box sx={{ flexGrow: 1, minHeight: 0, display: 'flex', justifyContent: 'center', gap: 2 }}>
        <Barcode vin={vin} label={t('membership-card:barcode', { vin })} isVertical />
        <Box component="p" sx={upright}>
          {vin}
        </Box>
      </Box>
      <Button
        variant="outlined"
        autoFocus
        onClick={onClose}
        sx={{ minHeight: 52, color: '#000', borderColor: '#000', flexShrink: 0 }}
      >
        {t('common:action.close')}
      </Button>
    </Dialog>
  )
}

/** Keeps the screen from dimming, if the browser supports it. */
function useScreenWakeLock() {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    navigator.wakeLock?.request('screen').then(
      (given) => {
        lock = given
        if (isOver) void given.release()
      },
      // Low battery, or a background page: the screen dims as usual.
      () => {},
    )
    return () => {
      isOver = true
      void lock?.release()
    }
  }, [])
}

const sheet = { bgcolor: '#fff', color: '#000', backgroundImage: 'none', p: 2, gap: 2 }
const upright = {
  m: 0,
  writingMode: 'vertical-rl',
  textAlign: 'center',
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: 'min(4.6vh, 2.4rem)',
  fontWeight: 700,
  letterSpacing: '0.06em',
} as const
