import type Dexie from 'dexie'

/** Source of the events 'pagehide' and 'pageshow'. */
export type PageLifecycle = Pick<EventTarget, 'addEventListener'>

/**
 * Releases a database when its page is hidden. WebKit keeps the open transaction of a hidden page, which blocks all
 * later ones on the same tables: the next page could neither read nor save (docs/offline.md row 13). Aborted work was
 * not saved and was not reported as saved. The database opens again only when the page is shown.
 * @returns a function that waits while the page is hidden and resolves to whether it was
 */
export function releaseOnPageHide(
  db: Dexie,
  isOver: () => boolean,
  page = thisPage(),
): () => Promise<boolean> {
  const open = new Set<IDBTransaction>()
  let away: { back: Promise<true>; comeBack: () => void } | null = null
  db.use({
    stack: 'dbcore',
    name: 'let go when left',
    create: (core) => ({
      ...core,
      transaction(...wish) {
        const transaction = core.transaction(...wish)
        // Dexie's type covers only part of it: it is the browser's own transaction.
        const browsers = transaction as unknown as IDBTransaction
        open.add(browsers)
        for (const end of ['complete', 'abort']) browsers.addEventListener(end, () => open.delete(browsers))
        return transaction
      },
    }),
  })
  page?.addEventListener('pagehide', () => {
    if (away || isOver()) return
    away = createAbsence()
    for (const transaction of open) abort(transaction)
    db.close()
  })
  page?.addEventListener('pageshow', () => {
    // The next read or write opens it.
    if (away && !isOver()) db.close({ disableAutoOpen: false })
    away?.comeBack()
    away = null
  })
  return async () => away?.back ?? false
}

/** The current page; a worker is never hidden. */
const thisPage = (): PageLifecycle | null => ('document' in globalThis ? globalThis : null)

function createAbsence() {
  let comeBack = () => {}
  const back = new Promise<true>((resolve) => {
    comeBack = () => resolve(true)
  })
  return { back, comeBack: () => comeBack() }
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It had ended or was being committed.
  }
}
