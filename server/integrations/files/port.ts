/** One stored object, as the clean-up job sees it. */
export interface StoredObject {
  key: string
  storedAt: Date
}

/**
 * Stores the bytes of documents. Keys are generated (`<fleet>/<document uuid>`), never user input. `put` is atomic:
 * after a kill at any point the key holds the old bytes, the new ones, or nothing.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null: nothing is stored under the key. */
  get(key: string): Promise<Uint8Array | null>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** Lists every object, in no particular order. Excludes partial writes. */
  list(): AsyncIterable<StoredObject>
}

/** Whether a key consists of parts of letters, digits and '-' separated by '/', so that no key can escape the store. */
export const isValidKey = (key: string) => /^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)

export function assertValidKey(key: string): string {
  if (!isValidKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}
