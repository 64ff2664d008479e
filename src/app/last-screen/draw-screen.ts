import type { StoredNode, StoredScreen } from '#src/session/last-screens.ts'

const SVG = 'http://www.w3.org/2000/svg'

const COVER =
  'position:fixed;inset:0;z-index:1;overflow:hidden;background:var(--wb-palette-background-default)'

/** A drawn screen. */
export interface DrawnScreen {
  element: HTMLElement
  remove(): void
}

/**
 * Draws a stored screen over the page. In a closed shadow tree, so that neither the app nor assistive technology sees
 * rows twice. Its links work: they open their URL.
 */
export function drawScreen({ css, globalCss, nodes }: StoredScreen): DrawnScreen {
  const element = document.createElement('div')
  element.style.cssText = COVER
  element.setAttribute('aria-hidden', 'true')
  const global = sheetOf(globalCss)
  const shadow = element.attachShadow({ mode: 'closed' })
  shadow.adoptedStyleSheets = [global, sheetOf(`${css}\nbutton,input{pointer-events:none}`)]
  // The variables and the look of the body come from the document.
  document.adoptedStyleSheets.push(global)
  for (const node of nodes) shadow.append(elementOf(node, false))
  document.body.append(element)
  return {
    element,
    remove() {
      element.remove()
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== global)
    },
  }
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

/** Builds elements without parsing HTML, which the page's policy forbids. */
function elementOf(node: StoredNode, isInSvg: boolean): Node {
  if (typeof node === 'string') return document.createTextNode(node)
  const [tag, attributes, children] = node
  const isSvg = isInSvg || tag === 'svg'
  const element = isSvg ? document.createElementNS(SVG, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name === 'style' && element instanceof HTMLElement) element.style.cssText = value
    else element.setAttribute(name, value)
  }
  if (element instanceof HTMLElement) element.tabIndex = -1
  for (const child of children) element.append(elementOf(child, isSvg))
  return element
}
