/** Identifies a draft by form, user and fleet. Never shown to another user or in another fleet. */
export interface DraftSlot {
  /** For a form of a management company, the user's own fleet. */
  fleetId: number
  userId: number
  /** 'history:new', 'history:<id>', 'glovebox:<vehicle>'. */
  form: string
}

const PREFIX = 'draft:'
/** The common prefix of a user's slot names, in both stores. */
export const ownPrefix = ({ fleetId, userId }: Omit<DraftSlot, 'form'>) => `${PREFIX}${fleetId}:${userId}:`

/** The name of a slot, in both stores. */
export const slotName = (slot: DraftSlot) => `${ownPrefix(slot)}${slot.form}`

export interface Draft<T> {
  value: T
  /** Milliseconds since 1970. */
  savedAt: number
}

/**
 * Reads unsaved input. In localStorage, because it writes synchronously: unlike IndexedDB, it survives a crash of the tab
 * right after a keystroke. Copies protect against the end of the whole browser.
 */
export function readDraft<T>(
  slot: DraftSlot,
  parse: (value: unknown) => T | undefined,
): Draft<T> | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(slotName(slot)) ?? 'null') as Partial<
      Draft<unknown>
    > | null
    const value = stored && parse(stored.value)
    return value && typeof stored?.savedAt === 'number' ? { value, savedAt: stored.savedAt } : undefined
  } catch {
    return undefined
  }
}

/** Checks whether a slot has a draft. */
export function hasDraft(slot: DraftSlot): boolean {
  try {
    return localStorage.getItem(slotName(slot)) !== null
  } catch {
    return false
  }
}

/** 'deleted': the draft was saved or discarded, and the deletion is still recorded. */
export type TextState = 'present' | 'deleted' | 'absent'

/**
 * Returns the state of a draft's text. Present is also one that localStorage lost, had no space for, or that cannot be
 * read. Never throws.
 */
export async function textState(slot: DraftSlot): Promise<TextState> {
  const name = slotName(slot)
  if (hasDraft(slot)) return 'present'
  const own = changed.get(name)
  if (own !== undefined) return own ? 'present' : 'deleted'
  if (typeof indexedDB === 'undefined') return 'absent'
  const timeout = new Promise<TextState>((resolve) => setTimeout(() => resolve('present'), COPIES_MS))
  const copied = loadCopies().then(({ copyState }) => copyState(name))
  return Promise.race([copied, timeout]).catch((): TextState => 'present')
}

/** Returns the slots of a form that have a draft, in order: the plain one, then those of further tabs ('~2', '~3'). */
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

/** Checks whether any draft of a form contains a text, in whatever version it was stored. */
export function isInDraftOf(form: DraftSlot, text: string): boolean {
  try {
    return draftsOf(form).some((slot) => localStorage.getItem(slotName(slot))?.includes(text))
  } catch {
    return false
  }
}

/** Writes a draft. Returns its size in characters. */
export function writeDraft(slot: DraftSlot, value: unknown): number {
  const savedAt = Date.now()
  const text = JSON.stringify({ value, savedAt })
  try {
    localStorage.setItem(slotName(slot), text)
  } catch {
    // Blocked or full: the form still has its values; only a crash would lose them.
  }
  copy(slotName(slot), text, savedAt)
  return text.length
}

/** Deletes all drafts of a user in a fleet, and their copies, when the user discards all local data. Never throws. */
export async function deleteDraftsOf(user: Omit<DraftSlot, 'form'>): Promise<void> {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(ownPrefix(user))) remove(name)
  } catch {
    // Blocked storage has no drafts.
  }
  if (typeof indexedDB === 'undefined') return
  await within(loadCopies().then(({ deleteCopiesOf }) => deleteCopiesOf(ownPrefix(user), Date.now())))
}

export function deleteDraft(slot: DraftSlot): void {
  try {
    remove(slotName(slot))
  } catch {
    // Same as above.
  }
}

function remove(name: string): void {
  localStorage.removeItem(name)
  copy(name, null, Date.now())
}

/** How long a form waits for the copies before it opens without them, and a sign-out for their deletion. */
const COPIES_MS = 1000

/**
 * Waits for work with the copies. Without them, only the protection against a killed browser is missing. Returns whether
 * it was completed in time.
 */
async function within(work: Promise<void>): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), COPIES_MS))
  return Promise.race([work.then(() => true), timeout]).catch(() => false)
}

/** Brings localStorage up to date with the copies of drafts. Never throws. Returns whether all drafts are restored. */
export async function restoreDrafts(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return true
  return within(loadCopies().then(({ applyCopies }) => applyCopies()))
}

/** Whether a draft that this page changed has a text. */
const changed = new Map<string, boolean>()
/** Resolves when the newest copy is written. */
let copying: Promise<void> = Promise.resolve()

/** Waits until the drafts that this page wrote or deleted are copied. Never throws. */
export const draftsCopied = (): Promise<unknown> => within(copying)

function copy(name: string, text: string | null, at: number): void {
  changed.set(name, text !== null)
  if (typeof indexedDB === 'undefined') return
  // Without a copy, only the protection against a killed browser is missing.
  copying = loadCopies()
    .then(({ copyDraft }) => copyDraft(name, text, at))
    .catch(() => {})
}

/** Loaded on first use, so that no screen has to load it before it shows. */
const loadCopies = () => import('./draft-copies.ts')
