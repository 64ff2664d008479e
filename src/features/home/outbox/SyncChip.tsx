import CloudDone from '@mui/icons-material/CloudDoneOutlined'
import CloudOff from '@mui/icons-material/CloudOffOutlined'
import CloudUpload from '@mui/icons-material/CloudUploadOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import Schedule from '@mui/icons-material/Schedule'
import ButtonBase from '@mui/material/ButtonBase'
import type { ReactNode } from 'react'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useLiveOptional } from '#src/local-data/useLive.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import {
  badgeCount,
  needsYouCountOf,
  type UnsentCount,
  unsentCountOf,
  waitingCountOf,
} from '#src/offline/model/unsent-count.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { type ChipState, chipStateOf } from './chip-state.ts'
import { openTray } from './tray-store.ts'

/** Sync state in the header; opens the tray (interface rule 2, OFF-042, OFF-043, OFF-052). */
export function SyncChip() {
  const t = useTexts('outbox')
  const textOf = useWaitingText()
  const { asOf } = useFormat()
  const { outbox, cache } = useOffline()
  const status = useLiveOptional(outbox.status)
  const loadedAt = useLiveOptional(cache.lastLoadedAt)
  const isOnline = useOnline()
  if (!status) return null

  const state = chipStateOf(status, isOnline)
  const [needing, waiting] = [needsYouCountOf(status), waitingCountOf(status)]
  const count = badgeCount(waiting)
  const unsent = badgeCount(unsentCountOf(status))
  const texts: Record<ChipState, string> = {
    allSent: t('outbox:chip.allSent'),
    waiting: t('outbox:chip.waiting', { count }),
    sending: t('outbox:chip.sending'),
    needsYou: t('outbox:chip.needsYou', { count: badgeCount(needing) }),
    needsYouWaiting: t('outbox:chip.needsYouWaiting', { count: badgeCount(needing), waiting: count }),
    signIn: t('outbox:chip.signIn'),
    offlineWaiting: t('outbox:chip.offlineWaiting', { count }),
    offline: loadedAt ? t('outbox:chip.offline', { time: asOf(loadedAt) }) : t('outbox:chip.offlineShort'),
  }
  const facts = [
    files(waiting) && t('outbox:chip.waitingWhole', { held: textOf(waiting) }),
    files(needing) && t('outbox:chip.needsYouWhole', { held: textOf(needing) }),
  ].filter(Boolean)
  return (
    <ButtonBase
      onClick={() => openTray()}
      aria-label={t('outbox:chip.open', { state: [texts[state], ...facts].join(', ') })}
      aria-haspopup="dialog"
      sx={{
        minHeight: { xs: 48, md: 36 },
        minWidth: 0,
        px: 0.5,
        borderRadius: 5,
        maxWidth: '62vw',
        font: 'inherit',
        color: looks[state].color,
        '&:hover .chip': { bgcolor: 'action.hover' },
      }}
    >
      <ChipContent icon={looks[state].icon} text={texts[state]} count={unsent} />
    </ButtonBase>
  )
}

/** If both entries and files wait, the chip's accessible name counts both. */
const files = (held: UnsentCount) => held.entries > 0 && held.files > 0

interface ChipContentProps {
  icon: ReactNode
  text: string
  /** How many have not arrived. Phones show it instead of the text, which does not fit beside the name of the fleet. */
  count: number
}

function ChipContent({ icon, text, count }: ChipContentProps) {
  return (
    <Box
      component="span"
      className="chip"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        minWidth: 0,
        px: 1.25,
        py: 0.5,
        border: 1,
        borderColor: 'currentColor',
        borderRadius: 5,
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: 1.4,
        '& svg': { fontSize: '1.125rem', flexShrink: 0 },
      }}
    >
      {icon}
      <Box
        component="span"
        title={text}
        sx={{
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          '@media (max-width: 479.95px)': { display: 'none' },
        }}
      >
        {text}
      </Box>
      {count > 0 && (
        <Box component="span" sx={{ '@media (min-width: 480px)': { display: 'none' } }}>
          {count}
        </Box>
      )}
    </Box>
  )
}

const looks: Record<ChipState, { color: string; icon: ReactNode }> = {
  allSent: { color: 'success.main', icon: <CloudDone /> },
  waiting: { color: 'warning.main', icon: <Schedule /> },
  sending: { color: 'info.main', icon: <CloudUpload /> },
  needsYouWaiting: { color: 'error.main', icon: <ErrorOutlined /> },
  needsYou: { color: 'error.main', icon: <ErrorOutlined /> },
  signIn: { color: 'warning.main', icon: <LockOutlined /> },
  offlineWaiting: { color: 'warning.main', icon: <CloudOff /> },
  offline: { color: 'text.secondary', icon: <CloudOff /> },
}
