import type Dexie from 'dexie'

/** Where a page says that it is left and comes back. */
export type PageLifecycle = Pick<EventTarget, 'addEventListener'>

/**
 * Lets go of a database when its page is left. WebKit keeps a transaction that a page left open, and behind it every
 * later one on the same tables: the next page could neither read nor save (docs/offline.md row 13). What is aborted was
 * not saved, and nobody was told that it was. Nothing opens again before the page is back from the browser's memory.
 * @returns waits while the page is away, and says whether it was
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
        // Dexie's type names only a part of it: it is the browser's own.
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

/** The page that this code runs in; a worker is never left. */
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
    // It was over, or on its way into storage.
  }
}
