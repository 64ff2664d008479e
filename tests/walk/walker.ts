import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { type Control, findControls, MARK, patternOf } from './controls.ts'
import { closeLayers, hasLayer, snapshotOf, untilLayer } from './layers.ts'
import type { Observed } from './observed.ts'
import { screenFaults, totalOf, untilSettled } from './screen.ts'
import type { WalkLanguage } from './world.ts'

export interface Finding {
  /** How to get there. */
  path: string
  what: string
}

/** A control to be followed: the screen that contains it, and the menus and dialogs that hide it. */
interface QueuedControl {
  from: string
  through: Control[]
  way: Control
}

interface WalkerOptions {
  page: Page
  observed: Observed
  language: WalkLanguage
  print?: ((line: string) => void) | undefined
}

export interface Walker extends WalkerOptions {
  faultsOf: (page: Page) => Promise<string[]>
  known: Set<string>
  waiting: QueuedControl[]
  findings: Finding[]
}

/** Maximum nesting of menus and dialogs that are opened to find controls. */
const DEPTH = 2
/** A grid renders after the rest of its screen has settled. */
const LIST_TIMEOUT_MS = 10_000

export const createWalker = (options: WalkerOptions): Walker => ({
  ...options,
  faultsOf: screenFaults(options.language),
  known: new Set(),
  waiting: [],
  findings: [],
})

/** Reports the same problem once, even for another vehicle or on another path to the same screen. */
function report({ known, findings, print }: Walker, path: string, what: string): void {
  const key = `finding ${patternOf(path)} ${patternOf(what)}`
  if (known.has(key)) return
  known.add(key)
  findings.push({ path, what })
  print?.(`!!! ${path}: ${what}`)
}

function addressOf(page: Page): string {
  const { pathname, search, hash } = new URL(page.url())
  return pathname + search + hash
}

/** Reads from the page; retries if a navigation interrupts it, as after a fleet switch. */
async function retryOnNavigation<T>({ page, observed }: Walker, read: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      return await read()
    } catch (error) {
      if (!/context was destroyed|navigati/i.test(String(error))) throw error
      await untilSettled(page, observed)
    }
  }
  return read()
}

/** Checks the current screen, and queues its controls. */
export async function inspectScreen(walker: Walker, through: Control[], path: string): Promise<void> {
  const { page, observed, known, waiting } = walker
  for (const what of await untilSettled(page, observed)) report(walker, path, `never stands: ${what}`)
  const faults = await retryOnNavigation(walker, () => walker.faultsOf(page))
  for (const what of [...observed.takeErrors(), ...faults]) report(walker, path, what)
  if (through.length > DEPTH) return
  const from = addressOf(page)
  for (const way of await retryOnNavigation(walker, () => findControls(page, from))) {
    // Signing out would end the walk.
    if (known.has(way.key) || way.href === '/sign_out') continue
    known.add(way.key)
    if (!way.name) report(walker, path, `a ${way.kind} without a name: ${way.key}`)
    waiting.push({ from, through, way })
  }
}

/** Follows one control, and inspects the screen that it opens. */
export async function followControl(walker: Walker, next: QueuedControl): Promise<void> {
  const { page, observed, print } = walker
  const { from, through, way } = next
  const path = [from, ...[...through, way].map(({ name }) => name)].join(' › ')
  print?.(path)
  try {
    if (way.isOutside) return await checkFile(walker, way, path)
    // Controls of a single vehicle may disappear with it.
    if (!(await goTo(walker, next))) return
    observed.takeErrors()
    observed.takeWrites()
    observed.takeSideEffects()
    const before = await retryOnNavigation(walker, () => snapshotOf(page))
    const clicked = await click(walker, from, way)
    if (!clicked) return
    if (observed.takeWrites().length > 0) return await restartAt(walker, page.url())
    // A keyboard-only control may move the focus to where it already was.
    const mustAct = way.kind === 'button' && !way.isChosen && !way.isForKeys
    if (mustAct && !(await hasEffect(walker, before))) report(walker, path, 'a button without an effect')
    const isSameScreen = addressOf(page) === from
    await inspectScreen(walker, isSameScreen && (await hasLayer(page)) ? [...through, way] : [], path)
    if (clicked.count !== undefined) await compareCount(walker, clicked, path)
  } catch (error) {
    report(walker, path, `could not be followed: ${String(error).slice(0, 900)}`)
    await restartAt(walker, new URL(from, page.url()).href)
  }
}

/** The effect may still be loading, or arrive a moment later. */
async function hasEffect(walker: Walker, before: string): Promise<boolean> {
  const { page, observed } = walker
  for (let tries = 0; tries < 30; tries += 1) {
    if (
      observed.takeSideEffects() > 0 ||
      (await retryOnNavigation(walker, () => snapshotOf(page))) !== before
    )
      return true
    await sleep(100)
  }
  return false
}

/** Continues after a blocked write, whose error message is irrelevant. */
async function restartAt({ page, observed }: Walker, url: string): Promise<void> {
  await page.goto(url)
  await untilSettled(page, observed)
  observed.takeErrors()
}

/** Opens the screen that contains a control. */
async function goTo(walker: Walker, { from, through }: QueuedControl): Promise<boolean> {
  const { page, observed } = walker
  await closeLayers(page)
  if (addressOf(page) !== from) {
    await page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    }, from)
    await untilSettled(page, observed)
    if (addressOf(page) !== from) return false
  }
  for (const way of through) if (!(await click(walker, from, way))) return false
  return true
}

/** Returns the control as it was when it was clicked, because its number may have changed since it was found. */
async function click(walker: Walker, from: string, way: Control): Promise<Control | undefined> {
  const { page, observed } = walker
  const ways = await retryOnNavigation(walker, () => findControls(page, from))
  const present = ways.find(({ key }) => key === way.key)
  if (!present) return undefined
  const place = page.locator(`[${MARK}=${JSON.stringify(way.key)}]`)
  if (way.isForKeys) {
    await place.focus()
    await page.keyboard.press('Enter')
  } else await place.click({ timeout: 10_000 })
  if (way.opensLayer) await untilLayer(page)
  await untilSettled(page, observed)
  return present
}

/** A number in the control's name must equal the number of rows that it opens. */
async function compareCount(walker: Walker, way: Control, path: string): Promise<void> {
  const end = Date.now() + LIST_TIMEOUT_MS
  let total = await totalOf(walker.page)
  while ((total ?? 0) !== way.count && Date.now() < end) {
    await sleep(100)
    total = await totalOf(walker.page)
  }
  // Not every button with a number opens a list.
  if (way.kind === 'button' && total === undefined) return
  if ((total ?? 0) !== way.count)
    report(walker, path, `says ${way.count}, the list has ${total ?? 'no total'}`)
}

/** Requests files; ignores other sites, mail and phone links. */
async function checkFile(walker: Walker, { href = '' }: Control, path: string): Promise<void> {
  const url = new URL(href)
  if (url.host !== new URL(walker.page.url()).host) return
  const status = await walker.page.evaluate(async (at) => (await fetch(at)).status, href)
  walker.observed.takeErrors()
  if (status >= 400) report(walker, path, `a file that returned ${status}: ${url.pathname}`)
}
