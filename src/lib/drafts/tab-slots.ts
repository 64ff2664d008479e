import { type DraftSlot, slotName } from './draft-storage.ts'

// Which draft of a form that spans several screens this tab works on: sessionStorage lives as long as the tab.

/** The slot that this tab had last; null: none. */
export function slotOfTab(form: DraftSlot): DraftSlot | null {
  try {
    const name = sessionStorage.getItem(slotName(form))
    return name === null ? null : { ...form, form: name }
  } catch {
    return null
  }
}

export function rememberSlot(form: DraftSlot, slot: DraftSlot): void {
  try {
    sessionStorage.setItem(slotName(form), slot.form)
  } catch {
    // Blocked or full: the next screen takes the first draft that is free.
  }
}
