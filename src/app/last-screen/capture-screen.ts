import { insertedRules, STYLE_KEY } from '#src/brand/style-cache.ts'
import { detectLanguage } from '#src/i18n/device-language.ts'
import { isWideScreen } from '#src/lib/wide-screen.ts'
import { readDeviceSession } from '#src/session/device-session.ts'
import { type ScreenUser, type StoredNode, writeLastScreen } from '#src/session/last-screens.ts'
import { addressOf, ROWS } from './screen-address.ts'

/** Enough for a desktop list; a larger screen is not worth its parsing. */
const MOST_NODES = 1500
const ATTRIBUTES =
  /^(class|role|aria-.*|data-.*|disabled|href|src|alt|dir|lang|width|height|viewBox|d|points|[xyr][12]?|c[xy]|fill|stroke.*|transform|placeholder|type|checked|colspan|rowspan)$/
/** Forms are stored as drafts, not as pictures; the others are about to change. */
const UNFIT = 'form, [role="form"], [role="alert"], .MuiSkeleton-root'
const SKIPPED = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'IFRAME', 'CANVAS', 'VIDEO', 'OBJECT'])

/**
 * Stores what is visible of the current screen, so that the next start at this URL paints it before the app runs.
 * Does nothing on a form, on a scrolled screen, and while a screen loads.
 */
function captureScreen(root: HTMLElement, user: ScreenUser | null): void {
  const main = root.querySelector('main')
  // While the user or the fleet changes, the screen still shows the previous one.
  const device = readDeviceSession()
  if (!user || user.userId !== device?.userId || user.fleetId !== device.fleetId) return
  if (!main?.querySelector('h1') || scrollY > 0 || main.querySelector(UNFIT)) return
  const classes = new Set<string>()
  const nodes = visibleNodes(root, { classes, count: 0 })
  if (!nodes) return
  const rules = pageRules()
  const isFor = (rule: string) => classesOf(rule).some((name) => classes.has(name.slice(1)))
  writeLastScreen(addressOf(location), {
    at: Date.now(),
    ...user,
    language: detectLanguage(),
    isWide: isWideScreen(),
    hasRows: root.querySelector(ROWS) !== null,
    nodes,
    css: [...rules, ...insertedRules].filter(isFor).join('\n'),
    globalCss: rules.filter((rule) => classesOf(rule).length === 0).join('\n'),
  })
}

interface Found {
  classes: Set<string>
  count: number
}

/** The children of an element that are within the window; null: too many. */
function visibleNodes(parent: Element, found: Found): StoredNode[] | null {
  const nodes: StoredNode[] = []
  for (const child of parent.childNodes) {
    if (child instanceof Text) nodes.push(child.data)
    if (!(child instanceof Element) || SKIPPED.has(child.tagName) || !isWithinWindow(child)) continue
    found.count += 1
    if (found.count > MOST_NODES) return null
    for (const name of child.classList) found.classes.add(name)
    const children = visibleNodes(child, found)
    if (children === null) return null
    nodes.push([child.localName, attributesOf(child), children])
  }
  return nodes
}

/** Without size counts as visible: its children may have one. */
function isWithinWindow(element: Element): boolean {
  const { top, bottom, width, height } = element.getBoundingClientRect()
  return (width === 0 && height === 0) || (bottom >= 0 && top <= innerHeight)
}

/** Attributes that draw. Excludes ids, names and typed values. */
function attributesOf(element: Element): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const { name, value } of element.attributes) if (ATTRIBUTES.test(name)) attributes[name] = value
  if (element instanceof HTMLElement && element.style.cssText) attributes.style = element.style.cssText
  return attributes
}

/** The rules of the page, without those of `insertedRules`: variables and resets, and what the grid adds by itself. */
function pageRules(): string[] {
  return [...document.styleSheets]
    .filter(({ ownerNode }) => !(ownerNode instanceof HTMLElement) || ownerNode.dataset.emotion !== STYLE_KEY)
    .flatMap(({ cssRules }) => [...cssRules])
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map((rule) => rule.cssText)
}

const classesOf = (text: string): string[] => text.match(/\.[a-zA-Z][\w-]*/g) ?? []

const STILL_MS = 2000

/**
 * Stores each screen of the user once it has been still for two seconds, and when the page is hidden.
 * @param userOf - whose screen it is; null: no one's
 */
export function captureScreens(root: HTMLElement, userOf: () => ScreenUser | null): void {
  const capture = () => captureScreen(root, userOf())
  let timer: ReturnType<typeof setTimeout> | undefined
  new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(capture, STILL_MS)
  }).observe(root, { childList: true, subtree: true })
  // Leaving and closing the page hide it too.
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') capture()
  })
}
