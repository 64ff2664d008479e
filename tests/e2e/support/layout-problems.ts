import type { Page } from 'playwright/test'

/** Returns what a user could not read or tap on the current screen, one line each. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults = new Set<string>()
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth + 1)
      faults.add(`the page is ${root.scrollWidth - root.clientWidth} px wider than the window`)

    const isHidden = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      return (
        !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
        // Hidden slides of a carousel lie next to the visible one.
        element.hasAttribute('inert') ||
        // Only for screen readers.
        (width <= 1 && height <= 1) ||
        style.clipPath !== 'none' ||
        style.clip !== 'auto'
      )
    }
    const ancestors = (element: Element | null): Element[] =>
      element ? [element, ...ancestors(element.parentElement)] : []

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      // MUI keeps the height of an empty line with a zero-width space.
      const text = node.textContent?.replaceAll('\u200b', '').trim() ?? ''
      const parent = node.parentElement
      if (!text || !parent || parent.closest('script, style, noscript, svg, textarea')) continue
      const above = ancestors(parent)
      if (above.some(isHidden)) continue
      // Long user-supplied names may be cut off if their title shows them in full.
      if (above.some((element) => element.getAttribute('title')?.includes(text))) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const box = range.getBoundingClientRect()
      for (const element of above) {
        const { overflowX, overflowY, position } = getComputedStyle(element)
        const frame = element.getBoundingClientRect()
        if (/auto|scroll/.test(overflowX)) break
        if (/hidden|clip/.test(overflowX) && (box.right > frame.right + 1 || box.left < frame.left - 1)) {
          faults.add(`cut off: '${text}' is ${Math.round(box.width)} px wide in ${Math.round(frame.width)}`)
          break
        }
        if (/auto|scroll/.test(overflowY)) break
        if (/hidden|clip/.test(overflowY) && (box.bottom > frame.bottom + 2 || box.top < frame.top - 2)) {
          faults.add(`cut off: '${text}' is ${Math.round(box.height)} px high in ${Math.round(frame.height)}`)
          break
        }
        if (position === 'fixed') break
      }
      if (
        box.right > root.clientWidth + 1 &&
        !above.some((e) => /auto|scroll/.test(getComputedStyle(e).overflowX))
      )
        faults.add(`outside of the window: '${text}'`)
    }

    const controls = [
      ...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, [role=tab]'),
    ]
      .filter((control) => !ancestors(control).some(isHidden))
      .map((control) => ({ control, box: control.getBoundingClientRect(), layer: layerOf(control) }))
    for (const [at, one] of controls.entries())
      for (const other of controls.slice(at + 1)) {
        if (one.layer !== other.layer || isOfOneField(one.control, other.control)) continue
        const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        if (width > 3 && height > 3)
          faults.add(`overlap: ${nameOf(one.control)} and ${nameOf(other.control)}`)
      }
    return [...faults]

    /** Fixed elements cover others on purpose. */
    function layerOf(element: Element): Element | undefined {
      return ancestors(element).find((e) => /fixed|sticky/.test(getComputedStyle(e).position))
    }
    /** A field's buttons lie inside it, and so do the parts of one label. */
    function isOfOneField(first: Element, other: Element): boolean {
      const field = first.closest('.MuiInputBase-root, label')
      return first.contains(other) || other.contains(first) || Boolean(field?.contains(other))
    }
    function nameOf(element: Element): string {
      return `'${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40) || element.outerHTML.slice(0, 80)}'`
    }
  })
}

/** Returns all text on the screen: visible, read out by screen readers, and tooltips. */
export function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set([document.title])
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (!node.parentElement?.closest('script, style, noscript, [lang]:not(html)'))
        found.add(node.textContent?.trim() ?? '')
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]:not([lang])`))
        found.add(element.getAttribute(name) ?? '')
    found.delete('')
    return [...found]
  })
}
