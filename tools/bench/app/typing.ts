import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright'
import { QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'

/** Milliseconds from key press to letter, and from the end of the debounce to the matching rows. */
export interface TypingTimes {
  letters: number[]
  rows: number[]
}

/** Delay after a letter that leaves time for its rows on a slowed-down device. */
const SLOW_MS = 900
const FAST_MS = 110

declare global {
  interface Window {
    typing?: TypingTimes
  }
}

/** A search field, and where its rows appear after which delay. */
interface Searched {
  field: string
  rows: string
  debounceMs: number
  /** Pause after a word was cleared. Default: that after a letter. */
  clearedMs?: number
}

const VEHICLE_LIST: Searched = {
  field: 'input[type="search"]',
  rows: 'ul, [role="grid"], [role="status"], main',
  debounceMs: QUICK_FILTER_DELAY_MS,
}
/** The box that searches everything. */
export const FIND_BOX: Searched = {
  field: '[role="dialog"] [role="combobox"]',
  rows: '[role="listbox"]',
  debounceMs: 0,
  clearedMs: 300,
}

/**
 * Types words into a search field, by default that of the vehicle list: half of them slowly, so that each letter's rows
 * appear, half at typing speed.
 */
export async function typeWords(
  page: Page,
  words: readonly string[],
  slowMs = SLOW_MS,
  { field, rows, debounceMs, clearedMs = slowMs }: Searched = VEHICLE_LIST,
): Promise<TypingTimes> {
  const search = page.locator(field).first()
  await search.waitFor()
  await page.evaluate(noteTyping, { rows, debounceMs, timeoutMs: slowMs - debounceMs - 50 })
  for (const [nth, word] of words.entries()) {
    await search.focus()
    await page.keyboard.type(word, { delay: nth % 2 === 0 ? slowMs : FAST_MS })
    await sleep(slowMs)
    await search.fill('')
    await sleep(clearedMs)
  }
  return page.evaluate(() => {
    dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))
    return window.typing ?? { letters: [], rows: [] }
  })
}

/** Runs in the page: records keys, the frames after them, and changes of the list's rows and count. */
function noteTyping({
  rows,
  debounceMs,
  timeoutMs,
}: {
  rows: string
  debounceMs: number
  timeoutMs: number
}) {
  const times: TypingTimes = { letters: [], rows: [] }
  window.typing = times
  let keyAt = 0
  let rowsPaintedAt = 0
  let rowsOf = 0

  const afterPaint = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => then(performance.now())
      port2.postMessage(null)
    })
  /** A key's rows are complete with the last change after its debounce, before the next key. */
  const settle = () => {
    if (rowsOf > 0) times.rows.push(rowsPaintedAt - rowsOf - debounceMs)
    rowsOf = 0
  }
  addEventListener(
    'keydown',
    (event) => {
      settle()
      if (event.key.length > 1) return
      keyAt = event.timeStamp
      const startedAt = keyAt
      document.addEventListener('input', () => afterPaint((at) => times.letters.push(at - startedAt)), {
        once: true,
        capture: true,
      })
    },
    { capture: true },
  )
  const isOfTheList = ({ target }: MutationRecord) => {
    const element = target instanceof Element ? target : target.parentElement
    return element?.closest(rows) !== null
  }
  new MutationObserver((records) => {
    const since = performance.now() - keyAt
    if (keyAt === 0 || since < debounceMs || since > debounceMs + timeoutMs || !records.some(isOfTheList))
      return
    const key = keyAt
    afterPaint((at) => {
      rowsOf = key
      rowsPaintedAt = at
    })
  }).observe(document.body, { childList: true, characterData: true, subtree: true })
}
