/** What was typed for the search before the app was there. */
export interface EarlyFind {
  text: string
  /** Whether Enter was the last key. */
  isEntered: boolean
}

/** Ctrl K or ⌘ K. */
export const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey

let early: EarlyFind | undefined

/** Catches Ctrl K, which would open the browser's own search, and what is typed next, until the app takes it over. */
export const catchEarlyFind = () => addEventListener('keydown', onKey)

/** Ends the catching. Returns what was typed; undefined: the search is not wanted. */
export function takeEarlyFind(): EarlyFind | undefined {
  removeEventListener('keydown', onKey)
  const typed = early
  early = undefined
  return typed
}

function onKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event
  if (isFindKey(event)) early ??= { text: '', isEntered: false }
  else if (!early || ctrlKey || metaKey || altKey) return
  else if (key === 'Escape') early = undefined
  else {
    const text =
      key === 'Backspace' ? early.text.slice(0, -1) : key.length === 1 ? early.text + key : early.text
    early = { text, isEntered: key === 'Enter' }
  }
  event.preventDefault()
}
