import ArrowBack from '@mui/icons-material/ArrowBack'
import Search from '@mui/icons-material/Search'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'
import { FindNotes } from './FindNotes.tsx'
import { FindResults, optionId } from './FindResults.tsx'
import type { EarlyInput } from './find-keys.ts'
import type { Hit } from './hit.ts'
import { addRecentFind } from './recent-finds.ts'
import { type FindSources, useFindSources, useFinds } from './useFinds.ts'

interface FindDialogProps {
  early: RefObject<EarlyInput>
  /** Whether the dialog has to wait before it takes over. */
  isHeld: boolean
  onReady: (isReady: boolean) => void
  onClose: () => void
  onShortcuts: () => void
}

/** One box that searches vehicles, orders, shops, users, screens and actions (decision 68). */
export function FindDialog({ isHeld, ...others }: FindDialogProps) {
  const { onClose, onShortcuts } = others
  const t = useTexts('find')
  const titleId = useId()
  const isPhone = useIsPhone()
  const sources = useFindSources(onShortcuts)
  if (isHeld) return null
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      aria-labelledby={titleId}
      transitionDuration={0}
      // The opener is not the field that had the focus last (FindAnything.tsx).
      disableRestoreFocus
      sx={dialog}
    >
      <h2 id={titleId} style={visuallyHidden}>
        {t('find:title')}
      </h2>
      <FindBox {...others} sources={sources} isPhone={isPhone} />
    </Dialog>
  )
}

interface FindBoxProps extends Omit<FindDialogProps, 'isHeld'> {
  sources: FindSources
  isPhone: boolean
}

/** The field and the results. Only this part renders again on each keystroke. */
function FindBox({ sources, isPhone, early, onReady, onClose, onShortcuts }: FindBoxProps) {
  const t = useTexts('find')
  const listId = useId()
  const fieldRef = useTakeover(early, onReady)
  const [typed, setTyped] = useState(() => early.current.field?.value ?? '')
  const [isEntered, setEntered] = useState(early.current.isEntered)
  const [chosenKey, setChosenKey] = useState<string>()
  const finds = useFinds(typed, sources)
  const hits = finds.groups.flatMap((group) => group.hits)
  const choose = useChoose(onClose)
  // Rows that arrive later do not move the choice, not even that of the first result. Until the local rows can be searched,
  // there are only screens and actions, which rarely are what the user looks for.
  const first = useRef<{ typed: string; key: string | undefined; isFinal: boolean }>(undefined)
  if (first.current?.typed !== typed || first.current.key === undefined || !first.current.isFinal)
    first.current = { typed, key: hits[0]?.key, isFinal: !finds.isPreparing }
  const active = Math.max(
    0,
    hits.findIndex(({ key }) => key === (chosenKey ?? first.current?.key)),
  )
  useEffect(() => {
    if (!isEntered || finds.isPreparing) return
    setEntered(false)
    const hit = hits[active]
    if (hit) choose(hit)
  })
  const isEmpty = finds.query !== null && hits.length === 0
  return (
    <>
      <Box sx={head}>
        {isPhone ? (
          <IconButton edge="start" aria-label={t('common:action.close')} onClick={onClose}>
            <ArrowBack />
          </IconButton>
        ) : (
          <Search sx={{ color: 'text.secondary' }} />
        )}
        <FindField
          fieldRef={fieldRef}
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setChosenKey(undefined)
            setEntered(false)
          }}
          onKey={(key) => {
            const hit = hits[active]
            const next = nextOption(key, active, hits.length)
            if (next !== null) setChosenKey(hits[next]?.key)
            else if (key === 'Enter' && hit && (chosenKey || !finds.isPreparing)) choose(hit)
            // An Enter that came before its rows opens the first of them.
            else if (key === 'Enter' && typed.trim()) setEntered(true)
            else return false
            return true
          }}
          listId={listId}
          activeId={hits.length > 0 ? optionId(listId, active) : undefined}
        />
      </Box>
      <Box sx={{ flex: '1 1 auto', overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}>
        <FindResults
          listId={listId}
          active={active}
          groups={finds.groups}
          query={finds.query}
          onActive={(key) => setChosenKey(key)}
          onChoose={choose}
        />
        <FindNotes finds={finds} typed={typed.trim()} isEmpty={isEmpty} count={hits.length} />
      </Box>
      {!isPhone && (
        <Box sx={foot}>
          <Button size="small" color="inherit" onClick={onShortcuts}>
            {t('find:action.shortcuts')}
          </Button>
        </Box>
      )}
    </>
  )
}

/** Takes the focus and the selection over from the plain field, in the same frame in which it disappears. */
function useTakeover(early: RefObject<EarlyInput>, onReady: (isReady: boolean) => void) {
  const fieldRef = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const { field } = early.current
    if (field) fieldRef.current?.setSelectionRange(field.selectionStart, field.selectionEnd)
    onReady(true)
    return () => onReady(false)
  }, [early, onReady])
  return fieldRef
}

interface FindFieldProps {
  fieldRef: RefObject<HTMLInputElement | null>
  value: string
  onChange: (value: string) => void
  /** Returns whether the key did something other than edit the text. */
  onKey: (key: string) => boolean
  listId: string
  /** The active option; undefined: there are no results. */
  activeId: string | undefined
}

function FindField({ fieldRef, value, onChange, onKey, listId, activeId }: FindFieldProps) {
  const t = useTexts('find')
  return (
    <InputBase
      inputRef={fieldRef}
      autoFocus
      fullWidth
      value={value}
      placeholder={t('find:placeholder')}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        // Shift+Home and Shift+End select text.
        const isPlain = !event.nativeEvent.isComposing && !event.shiftKey
        if (isPlain && onKey(event.key)) event.preventDefault()
      }}
      inputProps={{
        role: 'combobox',
        'aria-label': t('find:title'),
        'aria-expanded': activeId !== undefined,
        'aria-controls': listId,
        'aria-autocomplete': 'list',
        'aria-activedescendant': activeId,
        autoCapitalize: 'none',
        autoComplete: 'off',
        autoCorrect: 'off',
        spellCheck: false,
        inputMode: 'search',
        enterKeyHint: 'go',
        maxLength: 100,
      }}
      sx={{ fontSize: '1.0625rem', minHeight: 48 }}
    />
  )
}

/** Returns the option that a key moves to; null: the key moves nothing. */
function nextOption(key: string, active: number, count: number): number | null {
  if (count === 0) return null
  if (key === 'ArrowDown') return (active + 1) % count
  if (key === 'ArrowUp') return (active + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}

/** Returns the function that opens a result, after the dialog has given the focus back. */
function useChoose(onClose: () => void) {
  const { user } = useSession()
  const { history } = useRouter()
  return (hit: Hit) => {
    addRecentFind(user, hit)
    onClose()
    if (typeof hit.target === 'string') history.push(hit.target)
    else hit.target()
  }
}

const dialog = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper:not(.MuiDialog-paperFullScreen)': { mt: '8vh', maxHeight: '80vh' },
} as const

const head = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  px: 2,
  py: 0.5,
  pt: 'calc(4px + env(safe-area-inset-top, 0px))',
} as const

const foot = {
  display: 'flex',
  justifyContent: 'flex-end',
  px: 1,
  py: 0.5,
  color: 'text.secondary',
  borderTop: 1,
  borderColor: 'divider',
} as const
