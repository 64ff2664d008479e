import { type DraftLocks, draftLocks, type Release } from './draft-locks.ts'
import { type DraftSlot, draftsCopied, draftsOf, restoreDrafts, slotName } from './draft-storage.ts'

/** This tab's ownership of one draft. */
export interface DraftClaim {
  /** Where this tab stores the input. */
  slot: DraftSlot
  /** A draft of the same form that is open in another tab, or null. */
  elsewhere: DraftSlot | null
  release: Release
}

/** How long a reloading page may take to release its draft. */
const HANDOVER_MS = 500
const SLOTS_MAX = 50

/** Pending releases of this page: a closing form releases its draft shortly after the next one opens. */
let closing: Promise<unknown> = Promise.resolve()

/**
 * Claims a draft of a form for this tab: the first one that no other live tab has open, else a new empty one. Two tabs
 * therefore never share a draft, and a draft that a crash left behind is restored.
 * @param earlier this tab's previous slot, for a form that spans several screens; it is tried first
 */
export async function claimDraft(
  form: DraftSlot,
  locks: DraftLocks = draftLocks(),
  earlier: DraftSlot | null = null,
): Promise<DraftClaim> {
  await Promise.all([closing, restoreDrafts()])
  const isEarlier = (slot: DraftSlot) => earlier !== null && slotName(slot) === slotName(earlier)
  const slots = draftsOf(form).toSorted((a, b) => Number(isEarlier(b)) - Number(isEarlier(a)))
  let elsewhere: DraftSlot | null = null
  for (const slot of slots) {
    const release = await locks.take(slotName(slot), elsewhere ? 0 : HANDOVER_MS)
    if (release) return claimOf(slot, elsewhere, release)
    elsewhere ??= slot
  }
  const taken = new Set(slots.map(slotName))
  for (let nth = 1; nth <= SLOTS_MAX; nth++) {
    const slot = nthSlot(form, nth)
    if (taken.has(slotName(slot))) continue
    const release = await locks.take(slotName(slot), 0)
    if (release) return claimOf(slot, elsewhere, release)
  }
  // A limit, so that a lock manager that denies everything does not keep the form closed.
  return claimOf(nthSlot(form, SLOTS_MAX + 1), elsewhere, async () => {})
}

/** Claims one draft if no other tab has it open. */
export async function claimSlot(
  slot: DraftSlot,
  locks: DraftLocks = draftLocks(),
): Promise<DraftClaim | null> {
  const release = await locks.take(slotName(slot), HANDOVER_MS)
  return release && claimOf(slot, null, release)
}

function claimOf(slot: DraftSlot, elsewhere: DraftSlot | null, release: Release): DraftClaim {
  return {
    slot,
    elsewhere,
    release() {
      // Another tab may restore a deleted draft as soon as it gets the lock.
      const released = draftsCopied().then(release)
      closing = Promise.all([closing, released])
      return released
    },
  }
}

/** The first slot has the plain form name, like drafts of earlier builds. */
const nthSlot = (form: DraftSlot, nth: number): DraftSlot =>
  nth === 1 ? form : { ...form, form: `${form.form}~${nth}` }
