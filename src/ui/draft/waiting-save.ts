/**
 * A save that waits until a form is ready. Its state changes at once, unlike React's, so that a canceled save cannot
 * start before the next render.
 * @param onChange receives whether a save is waiting
 */
export function waitingSave(onChange: (isWaiting: boolean) => void) {
  let isWaiting = false
  const set = (next: boolean) => {
    isWaiting = next
    onChange(next)
  }
  return {
    begin: () => set(true),
    /** Ends the wait, with `save` unless it was canceled. Undefined: without saving. */
    end: (save: (() => void) | undefined) => {
      if (!isWaiting) return
      set(false)
      save?.()
    },
  }
}
