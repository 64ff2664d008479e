import Search from '@mui/icons-material/Search'
import ButtonBase from '@mui/material/ButtonBase'
import { useEffect, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { hasSingleKeys } from '#src/session/single-keys.ts'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { FIND_KEYS } from './find-keys.ts'

const FindDialog = lazyComponent(() => import('./FindDialog.tsx').then((m) => m.FindDialog))
const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog.tsx').then((m) => m.ShortcutsDialog))

/** Elements in which single keys type text. */
const TYPING = 'input, textarea, select, [contenteditable="true"]'
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** The button and the keys that open the search over everything (decision 68). Its code loads when it opens. */
export function FindAnything() {
  const t = useTexts('shell')
  const { user } = useSession()
  const [open, setOpen] = useState<'find' | 'shortcuts'>()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = dialogOf(event, user.id)
      if (!wanted || event.defaultPrevented) return
      const isCovered = document.querySelector(OVERLAY) !== null
      // Ctrl K would open the browser's own search.
      if (!isCovered || event.ctrlKey || event.metaKey) event.preventDefault()
      if (!isCovered) setOpen(wanted)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [user.id])
  const close = () => setOpen(undefined)
  return (
    <>
      <ButtonBase
        onClick={() => setOpen('find')}
        onPointerEnter={FindDialog.preload}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        sx={button}
      >
        <Search />
        <span>{t('shell:find.open')}</span>
        <kbd aria-hidden>{FIND_KEYS}</kbd>
      </ButtonBase>
      {open === 'find' && <FindDialog onClose={close} onShortcuts={() => setOpen('shortcuts')} />}
      {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
    </>
  )
}

function dialogOf(event: KeyboardEvent, userId: number): 'find' | 'shortcuts' | undefined {
  const { key, ctrlKey, metaKey, altKey } = event
  if (key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !event.shiftKey) return 'find'
  if (ctrlKey || metaKey || altKey || (key !== '/' && key !== '?')) return
  if (event.target instanceof Element && event.target.closest(TYPING)) return
  if (hasSingleKeys(userId)) return key === '/' ? 'find' : 'shortcuts'
}

/** A search field to look at on desktops, an icon on narrower screens. */
const button = {
  flexShrink: 0,
  gap: 1,
  height: 36,
  px: 1.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  color: 'text.secondary',
  fontFamily: 'inherit',
  fontSize: '0.875rem',
  '& > kbd': { font: 'inherit', fontSize: '0.75rem' },
  '&:hover': { bgcolor: 'action.hover' },
  '@media (max-width: 899.95px)': {
    width: 36,
    height: 48,
    border: 0,
    '& > kbd': { display: 'none' },
    '& > span:not(.MuiTouchRipple-root)': { ...visuallyHidden, width: '1px', height: '1px', margin: '-1px' },
  },
} as const
