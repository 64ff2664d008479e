import { isInTransaction } from '#server/db/transaction-scope.ts'

/** Thrown when a port was called inside a database transaction. A bug of this server, never of the caller. */
export class ExternalCallInTransactionError extends Error {
  override readonly name = 'ExternalCallInTransaction'
}

interface GuardOptions {
  log: { error(about: object, message: string): void }
  /** Throws instead of logging. Default: only in tests. */
  isStrict?: boolean
}

/**
 * Rejects calls to a port (S3, SMTP, card gateway and so on) while the current async context holds a database
 * transaction. A transaction holds a pooled connection, and a dependency that never responds would block it: twenty such
 * calls would block the server for every fleet (decision 37). Throws in tests, logs an error in production.
 *
 * Required pattern: read and check in one transaction, commit, call the port, then record the result in a second
 * transaction. Make that safe against a crash in between in one of two ways:
 * - Write the intent first (status `pending` and an idempotency key that the port gets too), and let a job settle rows
 *   that stay pending. Card payments, mail and text messages work like this.
 * - Call first and record the result afterwards, if an unrecorded result is harmless. Files work like this:
 *   the janitor deletes files that no row references. Inside `context.write`, throw `ExternalCallNeeded` to have the call
 *   made between two runs of the transaction (`server/external-call.ts`).
 *
 * The composition root wraps every port with it, so services get guarded ports and need no code of their own.
 */
export function guardTransactions<Port extends object>(
  name: string,
  port: Port,
  options: GuardOptions,
): Port {
  const isStrict = options.isStrict ?? process.env.NODE_ENV === 'test'
  const check = (method: string) => {
    if (!isInTransaction()) return
    const error = new ExternalCallInTransactionError(
      `${name}.${method} was called inside a database transaction. Call it before or after the transaction.`,
    )
    if (isStrict) throw error
    options.log.error({ err: error, port: name, method }, 'An external call was made inside a transaction')
  }
  return mapMethods(port, (method, call) => (...args) => {
    check(method)
    return call(...args)
  })
}

type Method = (...args: never[]) => unknown

/** Returns a proxy with every method replaced by the result of `wrap`. Other properties are passed through. */
export function mapMethods<T extends object>(
  target: T,
  wrap: (name: string, call: (...args: unknown[]) => unknown) => (...args: unknown[]) => unknown,
): T {
  const wrapped = new Map<PropertyKey, unknown>()
  return new Proxy(target, {
    get(object, property) {
      const value: unknown = Reflect.get(object, property)
      if (typeof value !== 'function' || typeof property !== 'string') return value
      if (!wrapped.has(property)) {
        const call = (...args: unknown[]) => (value as Method).apply(object, args as never[])
        wrapped.set(property, wrap(property, call))
      }
      return wrapped.get(property)
    },
  })
}
