/** Dialogs and menus return the focus wherever they close, other forms only on the screen that they opened on. */
const OVERLAY = '[role="dialog"], [role="alertdialog"], [role="menu"]'
const PLACES = `${OVERLAY}, form`

/** What had the focus when a dialog, menu or form opened. */
export interface Opener {
  element: WeakRef<HTMLElement>
  /** Its role and accessible name: a list that was rendered again has another element for it. */
  identity: string
  path: string
  /** What opened the place of the opener: the button of a menu whose entry opened a dialog. */
  next: Opener | undefined
}

const openers = new WeakMap<Element, Opener>()

/** The dialogs, menus and forms on the page. */
export const placesOf = (doc: Document): ReadonlySet<Element> => new Set(doc.querySelectorAll(PLACES))

/** The dialog, menu or form of an element. A modal dialog first focuses the box around it. */
function placeOf(element: HTMLElement): Element | null {
  const around = element.matches('[role="presentation"]') ? element.querySelector(OVERLAY) : null
  return element.closest(OVERLAY) ?? around ?? element.closest('form')
}

/** Notes what had the focus before, if `target` is the first focus in a place that opened since. */
export function noteOpener(
  target: HTMLElement,
  before: { element: HTMLElement; identity: string; places: ReadonlySet<Element> },
): void {
  const place = placeOf(target)
  if (!place || openers.has(place) || place.contains(before.element) || before.places.has(place)) return
  const from = placeOf(before.element)
  openers.set(place, {
    element: new WeakRef(before.element),
    identity: before.identity,
    path: location.pathname,
    next: from ? openers.get(from) : undefined,
  })
}

/** What opened the outermost of the removed elements that is a dialog, menu or form, then what opened that one's place. */
export function openersOf(removed: readonly Element[]): Opener[] {
  const place = removed.findLast((one) => one.matches(PLACES))
  const first = place && openers.get(place)
  if (!place || !first || (!place.matches(OVERLAY) && first.path !== location.pathname)) return []
  const chain: Opener[] = []
  for (let one: Opener | undefined = first; one && !chain.includes(one); one = one.next) chain.push(one)
  return chain
}
