/** Whose draft of which form: never shown to another user or in another fleet. */
export interface DraftSlot {
  fleetId: number
  userId: number
  /** 'history:new', 'history:<id>', 'glovebox:<vehicle>'. */
  form: string
}

const PREFIX = 'draft:'
/** What the names of all of a user's slots begin with, in both stores. */
export const ownPrefix = ({ fleetId, userId }: Omit<DraftSlot, 'form'>) => `${PREFIX}${fleetId}:${userId}:`

/** Name of a slot, in both stores. */
export const slotName = (slot: DraftSlot) => `${ownPrefix(slot)}${slot.form}`

export interface Draft<T> {
  value: T
  /** ms since 1970 */
  savedAt: number
}

/**
 * What was typed and not saved. localStorage, because it is written before the next line runs: it survives a crash
 * right after a letter, which IndexedDB does not promise.
 */
export function readDraft<T>(
  slot: DraftSlot,
  parse: (value: unknown) => T | undefined,
): Draft<T> | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(slotName(slot)) ?? 'null') as Partial<Draft<unknown>> | null
    const value = kept && parse(kept.value)
    return value && typeof kept?.savedAt === 'number' ? { value, savedAt: kept.savedAt } : undefined
  } catch {
    return undefined
  }
}

/** Whether something is kept in a slot. */
export function hasDraft(slot: DraftSlot): boolean {
  try {
    return localStorage.getItem(slotName(slot)) !== null
  } catch {
    return false
  }
}

/** The slots of a form that something is kept in, in order: its own, then those of further tabs ('~2', '~3'). */
export function draftsOf(form: DraftSlot): DraftSlot[] {
  const first = slotName(form)
  try {
    const numbers = Object.keys(localStorage).flatMap((name) => {
      if (name === first) return [1]
      const nth = name.startsWith(`${first}~`) ? Number(name.slice(first.length + 1)) : 0
      return Number.isInteger(nth) && nth > 1 ? [nth] : []
    })
    return numbers
      .toSorted((a, b) => a - b)
      .map((nth) => (nth === 1 ? form : { ...form, form: `${form.form}~${nth}` }))
  } catch {
    return []
  }
}

/** Returns how many characters the draft takes. */
export function writeDraft(slot: DraftSlot, value: unknown): number {
  const text = JSON.stringify({ value, savedAt: Date.now() })
  try {
    localStorage.setItem(slotName(slot), text)
  } catch {
    // Blocked or full: the form itself still holds everything, only a crash would cost it.
  }
  return text.length
}

/** All drafts of a user in a fleet: only when the person throws away all that is here. */
export function deleteDraftsOf(user: Omit<DraftSlot, 'form'>): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(ownPrefix(user))) localStorage.removeItem(name)
  } catch {
    // Blocked storage holds no drafts.
  }
}

export function deleteDraft(slot: DraftSlot): void {
  try {
    localStorage.removeItem(slotName(slot))
  } catch {
    // As above.
  }
}
