import type { Page } from 'playwright'

/** A control to follow: a link, a tab, a menu item, or another button. */
export interface Control {
  /** The same for controls that differ only in the row or the number. */
  key: string
  kind: 'link' | 'button'
  name: string
  /** URL inside the app; for links only. */
  href?: string
  /** The number in its name, if there is exactly one: the count of the rows that it opens. */
  count?: number
  /** Visible only when focused by keyboard. */
  isForKeys?: boolean
  /** A tab or filter that is already selected, so it may have no effect. */
  isChosen?: boolean
  /** Opens a menu or a dialog. */
  opensLayer?: boolean
  /** A link that is not followed in this page: a file, another site, a phone number. */
  isOutside?: boolean
}

/** Attribute that marks the controls of the screen, so that they can be clicked. */
export const MARK = 'data-walk-way'

/** Replaces ids, dates and numbers in a URL. */
export const patternOf = (address: string): string =>
  address
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
    .replaceAll(/\d{4}-\d\d(-\d\d)?/g, ':date')
    .replaceAll(/\d+/g, ':n')

/** Would switch the walk to the other language. */
const LANGUAGE_SWITCH = /English|Français/

/** Identifies a screen without its filters; each tab counts as a screen. */
function screenOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://app')
  return `${patternOf(pathname)} ${searchParams.get('tab') ?? ''}`
}

/** Marks and returns the controls of the topmost dialog or menu, or of the whole screen if none is open. */
export async function findControls(page: Page, from: string): Promise<Control[]> {
  const found = await page.evaluate(collect, MARK)
  const ways = new Map<string, Control>()
  for (const { id, region, ...one } of found) {
    if (LANGUAGE_SWITCH.test(one.name)) continue
    const key = keyOf({ ...one, region }, from)
    if (ways.has(key)) continue
    ways.set(key, { ...one, key })
    await page.evaluate(
      ([mark, at, to]) => document.querySelector(`[${mark}="${at}"]`)?.setAttribute(mark, to),
      [MARK, id, key] as const,
    )
  }
  return [...ways.values()]
}

function keyOf(way: Omit<Control, 'key'> & { region: string }, from: string): string {
  // The shell surrounds every screen, so its controls are followed once.
  const place = way.region === 'shell' ? 'shell' : `${screenOf(from)} ${way.region}`
  const name = way.name.replaceAll(/\d[\d\s.,]*/g, '#').slice(0, 80)
  return way.href ? `${place} → ${patternOf(way.href)}` : `${place} [${name}]`
}

interface Found extends Omit<Control, 'key'> {
  id: string
  region: string
}

/** Runs in the page. */
function collect(mark: string): Found[] {
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    !element.closest('[inert], [aria-hidden=true]')
  const layers = [
    ...document.querySelectorAll(
      '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=tooltip]',
    ),
  ].filter(isShown)
  const root: ParentNode = layers.at(-1) ?? document
  for (const old of document.querySelectorAll(`[${mark}]`)) old.removeAttribute(mark)
  const found: Found[] = []
  for (const element of root.querySelectorAll(
    'a[href], button, [role=button], [role=tab], [role=menuitem]',
  )) {
    if (!isShown(element) || element.matches(':disabled, [aria-disabled=true], [type=submit]')) continue
    const isLink = element instanceof HTMLAnchorElement
    const name = nameOf(element)
    const id = String(found.length)
    element.setAttribute(mark, id)
    const layer = element.closest('[role=dialog], [role=alertdialog], [role=menu], [role=listbox]')
    const row = layer ? null : element.closest('[role=row], [aria-setsize], article, tr')
    const isShell = !element.closest('main') && !layer
    const list = row?.closest('[role=grid], ul, ol, table, section')
    const region = layer
      ? 'layer'
      : isShell
        ? 'shell'
        : row
          ? `row of ${list?.getAttribute('aria-label') ?? list?.tagName ?? ''}`
          : 'screen'
    const one: Found = {
      id,
      region,
      kind: isLink ? 'link' : 'button',
      name: row && !isLink ? rowName() : name,
    }
    if (isLink) {
      const url = new URL(element.href)
      const isOutside =
        url.origin !== location.origin ||
        element.hasAttribute('download') ||
        element.target === '_blank' ||
        /^\/(api|documents|mailbox)\//.test(url.pathname)
      one.href = isOutside ? element.href : url.pathname + url.search + url.hash
      if (isOutside) one.isOutside = true
    }
    // In a row a number is part of its name, and in a URL of one record its id.
    const opensList =
      !row &&
      !layer &&
      (isLink || element.matches('[aria-pressed], [role=tab]')) &&
      !/\/\d|\/new|\/[0-9a-f]{8}-|^\/dashboard/.test(one.href ?? '')
    const numbers = name.match(/(?<![\w$€#.,%-])\d[\d\s,]*(?![\w%.,])/g) ?? []
    if (opensList && numbers.length === 1 && !/[$€%]/.test(name))
      one.count = Number(numbers[0].replaceAll(/\D/g, ''))
    if (/^(true|menu|dialog|listbox)$/.test(element.getAttribute('aria-haspopup') ?? ''))
      one.opensLayer = true
    if (
      element.matches('[aria-pressed=true], [aria-selected=true], [aria-current]:not([aria-current=false])')
    )
      one.isChosen = true
    const { bottom } = element.getBoundingClientRect()
    if (bottom <= 0) one.isForKeys = true
    found.push(one)

    /** The nth button of its row, because its name contains the row's. */
    function rowName(): string {
      return `button ${[...row!.querySelectorAll('button, [role=button]')].indexOf(element)}`
    }
  }
  return found

  function nameOf(element: Element): string {
    const labels = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? []
    const text =
      element.getAttribute('aria-label') ||
      labels.map((label) => document.getElementById(label)?.textContent ?? '').join(' ') ||
      textOf(element) ||
      element.getAttribute('title') ||
      ''
    return text.replaceAll(/\s+/g, ' ').trim()
  }
  /** Returns its text and that of its images, without what is hidden from screen readers. */
  function textOf(node: Node): string {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return ''
    const own = node.getAttribute('aria-label') ?? node.getAttribute('alt')
    return own ?? [...node.childNodes].map(textOf).join(' ')
  }
}
