import { type DraftSlot, slotName } from './draft-storage.ts'

// Which draft this tab uses of a form that spans several screens. sessionStorage has the tab's lifetime.

/** Returns the slot that this tab used last, or null. */
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
    // Blocked or full: the next screen uses the first free draft.
  }
}
