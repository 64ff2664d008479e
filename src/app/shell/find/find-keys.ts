import { isFindKey } from '#src/app/early-find.ts'
import { hasSingleKeys } from '#src/session/single-keys.ts'

/** The keys of the search, as this device's keyboard names them. */
export const FIND_KEYS = /Mac|iP/.test(navigator.platform) ? '⌘ K' : 'Ctrl K'

/** Elements in which single keys type text. */
const TYPING = 'input, textarea, select, [contenteditable="true"]'

/** Returns what a key opens for a user: the search, the list of shortcuts, or nothing. */
export function dialogOf(event: KeyboardEvent, userId: number): 'find' | 'shortcuts' | undefined {
  const { key, ctrlKey, metaKey, altKey } = event
  if (isFindKey(event)) return 'find'
  if (ctrlKey || metaKey || altKey || (key !== '/' && key !== '?')) return
  if (event.target instanceof Element && event.target.closest(TYPING)) return
  if (hasSingleKeys(userId)) return key === '/' ? 'find' : 'shortcuts'
}

/** What was typed before the search was there. Its dialog takes the text over when it mounts. */
export interface EarlyInput {
  field: HTMLInputElement | null
  /** Whether Enter was the last key. */
  isEntered: boolean
}
