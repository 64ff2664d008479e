import type { Page } from 'playwright/test'

/** Holds the next file read until `resumeReading` is called. */
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

/** Resolves once everything that depends on the read has happened. */
export const resumeReading = (page: Page) =>
  page.evaluate(async () => {
    ;(globalThis as never as { goOn: () => void }).goOn()
    for (let turns = 0; turns < 20; turns++) await new Promise((resolve) => setTimeout(resolve))
  })
