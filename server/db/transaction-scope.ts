import { AsyncLocalStorage } from 'node:async_hooks'

/** Shared by all work that a transaction awaits. */
interface Scope {
  isOpen: boolean
}

const scopes = new AsyncLocalStorage<Scope>()

/** Runs `work` so that `isInTransaction` is true in it and in everything it calls, until `work` ends. */
export async function runInTransactionScope<T>(work: () => Promise<T>): Promise<T> {
  const scope: Scope = { isOpen: true }
  try {
    return await scopes.run(scope, work)
  } finally {
    // Work that was started inside but continues after the commit no longer holds a connection.
    scope.isOpen = false
  }
}

/** Whether the current async context holds an open database transaction, and so a pooled connection. */
export const isInTransaction = (): boolean => scopes.getStore()?.isOpen === true
