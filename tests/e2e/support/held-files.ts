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

/**
 * Holds reads of stored draft files in the next visit, as on a slow phone, until `releaseDraftFiles` is called: the
 * app's reads wait for a transaction that writes.
 */
export function holdDraftFiles(page: Page) {
  return page.addInitScript(() => {
    const opening = indexedDB.open('wheelbook-drafts')
    opening.onsuccess = () => {
      const database = opening.result
      const files = database.transaction('files', 'readwrite').objectStore('files')
      let isHeld = true
      // A transaction stays open while it has requests.
      const renew = () => {
        if (isHeld) files.count().onsuccess = renew
        else database.close()
      }
      renew()
      Object.assign(globalThis, {
        release: () => {
          isHeld = false
        },
      })
    }
  })
}

export const releaseDraftFiles = (page: Page) =>
  page.evaluate(() => (globalThis as never as { release: () => void }).release())

/** Returns the number of drafts in this browser, and of their files. */
export function draftsOf(page: Page) {
  return page.evaluate(async () => {
    const texts = Object.keys(localStorage).filter((name) => name.startsWith('draft:')).length
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('wheelbook-drafts')
      opening.onsuccess = () => resolve(opening.result)
    })
    const files = await new Promise<number>((resolve) => {
      const counting = database.transaction('files').objectStore('files').count()
      counting.onsuccess = () => resolve(counting.result)
    })
    database.close()
    return { texts, files }
  })
}
