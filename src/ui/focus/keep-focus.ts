import { noteOpener, openersOf, placesOf } from './openers.ts'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
const HEADINGS = 'h1, h2, h3'
const FIELDS = 'input, select, textarea'

/** The last focused element, and what is needed to find its successor after it was removed. */
interface Held {
  element: HTMLElement
  /** From the parent up to the body. */
  ancestors: readonly Element[]
  /** Its role and accessible name. */
  identity: string
  /** Dialogs, menus and forms that were open. */
  places: ReadonlySet<Element>
}

/**
 * Moves the focus to a sensible element when the focused one is removed. Examples are a field that is rendered again
 * after a choice, the button of a closed step, and the row of a deleted user. Otherwise browsers focus the body, and
 * keyboard and screen reader users start over at the top of the page. A closed dialog, menu or form returns the focus to
 * what opened it. Returns a function that stops it.
 */
export function keepFocus(doc: Document = document): () => void {
  let held: Held | undefined
  let isAwaited = false

  const remember = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    // A dialog focuses itself when its field is disabled.
    if (held && isDisabled(held.element) && target.contains(held.element)) return
    wasDisabled.delete(target)
    if (held) noteOpener(target, held)
    held = holdOf(target)
  }
  const look = () => {
    if (held && isDisabled(held.element)) wasDisabled.add(held.element)
    if (isAwaited || !isLost(doc, held)) return
    isAwaited = true
    // After this change's effects: dialogs restore the focus, and new screens may set it.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isAwaited = false
        if (held && isLost(doc, held)) successorOf(doc, held)?.focus({ preventScroll: true })
      }),
    )
  }
  const observer = new MutationObserver(look)
  doc.addEventListener('focusin', remember)
  // A button or field that was disabled during its action gets the focus back when it is enabled.
  observer.observe(doc.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'inert'] })
  return () => {
    doc.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}

function holdOf(element: HTMLElement): Held {
  const ancestors: Element[] = []
  for (let up = element.parentElement; up; up = up.parentElement) ancestors.push(up)
  return { element, ancestors, identity: identityOf(element), places: placesOf(element.ownerDocument) }
}

/** Checks whether the focus was lost by a change of the page, not by a click on the background. */
function isLost(doc: Document, held: Held | undefined): held is Held {
  if (!held) return false
  const active = doc.activeElement ?? doc.body
  if (active === held.element || (active !== doc.body && !active.contains(held.element))) return false
  return !held.element.isConnected || wasDisabled.has(held.element) || isDisabled(held.element)
}

/** Elements that lost the focus by being disabled. They get it back when they are enabled. */
const wasDisabled = new WeakSet<HTMLElement>()
const isDisabled = (element: HTMLElement) => element.matches(':disabled, [inert] *')

function successorOf(doc: Document, held: Held): HTMLElement | null {
  const { element, ancestors, identity } = held
  if (element.isConnected) {
    if (isDisabled(element)) return null
    wasDisabled.delete(element)
    return element
  }
  const left = ancestors.filter((ancestor) => ancestor.isConnected)
  for (const ancestor of left.filter(({ tagName }) => !['BODY', 'HTML'].includes(tagName))) {
    const same = findUsable(ancestor, identity)
    if (same) return same
    const heading = isLandmark(ancestor) ? headingOf(ancestor) : null
    if (heading) return openerOf(doc, ancestors) ?? madeFocusable(heading)
  }
  const opener = openerOf(doc, ancestors)
  if (opener) return opener
  const heading = doc.querySelector<HTMLElement>('main h1') ?? doc.querySelector<HTMLElement>('h1')
  return heading && madeFocusable(heading)
}

const findUsable = (root: ParentNode, identity: string): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
    (candidate) => isUsable(candidate) && identityOf(candidate) === identity,
  )

/** What opened the dialog, menu or form that was removed, or the element that took its place. */
function openerOf(doc: Document, ancestors: readonly Element[]): HTMLElement | undefined {
  for (const { element, identity } of openersOf(ancestors.filter((one) => !one.isConnected))) {
    const opener = element.deref()
    const found = opener?.isConnected && isUsable(opener) ? opener : findUsable(doc, identity)
    if (found) return found
  }
  return undefined
}

const isLandmark = (element: Element) =>
  element.matches('main, section, form, [role="dialog"], [role="alertdialog"], [role="tabpanel"]')

/** The heading of a landmark. A heading after a field is that of a part: focusing it would skip the fields before. */
function headingOf(landmark: Element): HTMLElement | null {
  const first = landmark.querySelector<HTMLElement>(`${HEADINGS}, ${FIELDS}`)
  return first?.matches(HEADINGS) ? first : null
}

const isUsable = (element: HTMLElement) =>
  element.tabIndex >= 0 && !isDisabled(element) && element.getClientRects().length > 0

function madeFocusable(element: HTMLElement): HTMLElement {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  return element
}

function identityOf(element: HTMLElement): string {
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
  const name = element.ariaLabel ?? (labels.map(textOf).join(' ') || textOf(element))
  return `${element.tagName} ${name}`
}

const textOf = ({ textContent }: Element) => (textContent ?? '').slice(0, 200)
