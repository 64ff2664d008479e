const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
const HEADINGS = 'h1, h2, h3'

/** The element that had the focus, and what is needed to find its successor once it is gone. */
interface Held {
  element: HTMLElement
  /** From the parent up to the body. */
  ancestors: readonly Element[]
  /** What it is for users: kind and name. */
  identity: string
}

/**
 * Moves the focus to a sensible place when the focused element goes away: a field that is drawn anew after a choice, the
 * button of a step that was left, the row of a user who was deleted. Browsers leave it on the body then, where keyboard
 * and screen reader start over at the top of the page. Returns what ends it.
 */
export function keepFocus(doc: Document = document): () => void {
  let held: Held | undefined
  let isAwaited = false

  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) held = holdOf(target)
  }
  const look = () => {
    if (isAwaited || !isLost(doc, held)) return
    isAwaited = true
    // After the effects of this change: dialogs give the focus back, and new screens may take it, by themselves.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        isAwaited = false
        if (held && isLost(doc, held)) successorOf(doc, held)?.focus({ preventScroll: true })
      }),
    )
  }
  const observer = new MutationObserver(look)
  doc.addEventListener('focusin', remember)
  // A button that was disabled while its work was under way gets the focus back with its use.
  observer.observe(doc.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    doc.removeEventListener('focusin', remember)
    observer.disconnect()
  }
}

function holdOf(element: HTMLElement): Held {
  const ancestors: Element[] = []
  for (let up = element.parentElement; up; up = up.parentElement) ancestors.push(up)
  return { element, ancestors, identity: identityOf(element) }
}

/** Whether nothing has the focus because of a change of the page. Whoever clicks beside everything has lost nothing. */
function isLost(doc: Document, held: Held | undefined): held is Held {
  if (!held || (doc.activeElement !== null && doc.activeElement !== doc.body)) return false
  return !held.element.isConnected || wasDisabled.has(held.element) || isDisabled(held.element)
}

/** Elements that lost the focus by being disabled: it is theirs again when they are enabled. */
const wasDisabled = new WeakSet<HTMLElement>()
const isDisabled = (element: HTMLElement) => element.matches(':disabled')

function successorOf(doc: Document, held: Held): HTMLElement | null {
  const { element, ancestors, identity } = held
  if (element.isConnected) {
    if (isDisabled(element)) {
      wasDisabled.add(element)
      return null
    }
    wasDisabled.delete(element)
    return element
  }
  const left = ancestors.filter((one) => one.isConnected)
  for (const one of left.filter(({ tagName }) => !['BODY', 'HTML'].includes(tagName))) {
    const same = [...one.querySelectorAll<HTMLElement>(FOCUSABLE)].find(
      (candidate) => isUsable(candidate) && identityOf(candidate) === identity,
    )
    if (same) return same
    const heading = isLandmark(one) ? one.querySelector<HTMLElement>(HEADINGS) : null
    if (heading) return madeFocusable(heading)
  }
  const heading = doc.querySelector<HTMLElement>('main h1') ?? doc.querySelector<HTMLElement>('h1')
  return heading && madeFocusable(heading)
}

const isLandmark = (element: Element) =>
  element.matches('main, section, form, [role="dialog"], [role="alertdialog"], [role="tabpanel"]')

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
