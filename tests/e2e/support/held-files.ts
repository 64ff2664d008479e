import type { Page } from 'playwright/test'

/** The next piece of a file is read when `goOnReading` says so. */
export function holdReading(page: Page) {
  return page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer
    const held = new Promise<void>((resolve) => Object.assign(globalThis, { goOn: resolve }))
    Blob.prototype.arrayBuffer = async function () {
      Blob.prototype.arrayBuffer = read
      await held
      return read.call(this)
    }
  })
}

/** Until all that follows from it has happened. */
export const goOnReading = (page: Page) =>
  page.evaluate(async () => {
    ;(globalThis as never as { goOn: () => void }).goOn()
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setTimeout(resolve))
  })
