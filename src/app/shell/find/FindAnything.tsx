import Search from '@mui/icons-material/Search'
import ButtonBase from '@mui/material/ButtonBase'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { type EarlyFind, takeEarlyFind } from '#src/app/early-find.ts'
import { OpenedPart } from '#src/app/shell/OptionalPart.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { dialogOf, type EarlyInput, FIND_KEYS } from './find-keys.ts'

const FindDialog = lazyComponent(() => import('./FindDialog.tsx').then((m) => m.FindDialog))
const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog.tsx').then((m) => m.ShortcutsDialog))

const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/**
 * The button and the keys that open the search over everything (decision 68). Its code loads when it opens; until then
 * a plain field takes what is typed.
 */
export function FindAnything() {
  const t = useTexts('shell')
  const { open, show, close, beforeApp } = useOpenDialog()
  const early = useRef<EarlyInput>({ field: null, isEntered: false })
  const [isReady, setReady] = useState(false)
  const [isComposing, setComposing] = useState(false)
  const onReady = useCallback((is: boolean) => {
    setReady(is)
    setComposing(false)
  }, [])
  return (
    <>
      <ButtonBase
        onClick={() => show('find')}
        onPointerEnter={FindDialog.preload}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        sx={button}
      >
        <Search />
        <span>{t('shell:find.open')}</span>
        <kbd aria-hidden>{FIND_KEYS}</kbd>
      </ButtonBase>
      {open === 'find' && !isReady && (
        <EarlyField early={early} beforeApp={beforeApp} onClose={close} onComposing={setComposing} />
      )}
      {open === 'find' && (
        <OpenedPart onClose={close}>
          <FindDialog
            early={early}
            onReady={onReady}
            isHeld={isComposing}
            onClose={close}
            onShortcuts={() => show('shortcuts')}
          />
        </OpenedPart>
      )}
      {open === 'shortcuts' && (
        <OpenedPart onClose={close}>
          <ShortcutsDialog onClose={close} />
        </OpenedPart>
      )}
    </>
  )
}

/** Opens dialogs by their keys. Afterwards, the focus returns to where it was before. */
function useOpenDialog() {
  const { user } = useSession()
  const [open, setOpen] = useState<'find' | 'shortcuts'>()
  const opener = useRef<Element>(null)
  const beforeApp = useRef<EarlyFind>(undefined)
  const show = useCallback((dialog: 'find' | 'shortcuts') => {
    // From one dialog to the other, the first one's opener remains.
    if (!document.querySelector(OVERLAY)) opener.current = document.activeElement
    setOpen(dialog)
  }, [])
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const wanted = dialogOf(event, user.id)
      if (!wanted || event.defaultPrevented) return
      const isCovered = document.querySelector(OVERLAY) !== null
      // Ctrl K would open the browser's own search.
      if (!isCovered || event.ctrlKey || event.metaKey) event.preventDefault()
      if (!isCovered) show(wanted)
    }
    document.addEventListener('keydown', onKey)
    beforeApp.current = takeEarlyFind()
    if (beforeApp.current) show('find')
    return () => document.removeEventListener('keydown', onKey)
  }, [user.id, show])
  useEffect(() => {
    if (open !== 'find') return
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus()
    }
  }, [open])
  return { open, show, close: useCallback(() => setOpen(undefined), []), beforeApp }
}

interface EarlyFieldProps {
  early: RefObject<EarlyInput>
  /** What was typed before the app was there. */
  beforeApp: RefObject<EarlyFind | undefined>
  onClose: () => void
  /** The dialog waits for the end of a composition, which a change of focus would break off. */
  onComposing: (isComposing: boolean) => void
}

/** A real field, so that input methods, dead keys, corrections and the keyboards of phones work as usual. */
function EarlyField({ early, beforeApp, onClose, onComposing }: EarlyFieldProps) {
  const t = useTexts('shell')
  const label = t('shell:find.open')
  const fieldRef = useCallback(
    (field: HTMLInputElement | null) => {
      const { text = '', isEntered = false } = beforeApp.current ?? {}
      if (field) beforeApp.current = undefined
      if (field && text) field.value = text
      early.current = { field, isEntered }
    },
    [early, beforeApp],
  )
  return (
    <Box sx={cover} onPointerDown={(event) => event.target === event.currentTarget && onClose()}>
      <Box role="dialog" aria-modal aria-label={label} aria-busy sx={paper}>
        <Search sx={{ color: 'text.secondary' }} />
        <input
          ref={fieldRef}
          // biome-ignore lint/a11y/noAutofocus: the user has asked for this field
          autoFocus
          aria-label={label}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          inputMode="search"
          enterKeyHint="go"
          maxLength={100}
          onCompositionStart={() => onComposing(true)}
          onCompositionEnd={() => onComposing(false)}
          onKeyDown={({ key, nativeEvent }) => {
            if (nativeEvent.isComposing) return
            early.current.isEntered = key === 'Enter'
            if (key === 'Escape') onClose()
            // The field is all there is.
            if (key === 'Tab') nativeEvent.preventDefault()
          }}
        />
      </Box>
    </Box>
  )
}

/** Looks like the top of the dialog that follows. */
const cover = {
  position: 'fixed',
  inset: 0,
  zIndex: 'modal',
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'flex-start',
  bgcolor: 'rgba(0, 0, 0, 0.5)',
} as const

const paper = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  width: '100%',
  maxWidth: 600,
  px: 2,
  py: 0.5,
  mt: { sm: '8vh' },
  mx: { sm: 4 },
  borderRadius: { sm: 2 },
  bgcolor: 'background.paper',
  color: 'text.primary',
  '& > input': {
    flexGrow: 1,
    minWidth: 0,
    height: 48,
    p: 0,
    border: 0,
    outline: 0,
    font: 'inherit',
    fontSize: '1.0625rem',
    color: 'inherit',
    bgcolor: 'transparent',
  },
} as const

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
