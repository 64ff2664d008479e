/** One object of the store, as the sweep sees it. */
export interface StoredObject {
  key: string
  storedAt: Date
}

/**
 * Where the bytes of documents lie. Keys are ours (`<fleet>/<document uuid>`), never a name that somebody gave.
 * `put` is whole or not at all: after a kill at any point the key holds the old bytes, the new ones, or nothing.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** null where nothing is stored under the key. */
  get(key: string): Promise<Uint8Array | null>
  /** Harmless where nothing is stored under the key. */
  remove(key: string): Promise<void>
  /** Every object, in no particular order. Left-overs of broken writes are not among them. */
  list(): AsyncIterable<StoredObject>
}

/** Keys that a store accepts: parts of letters, digits and '-' divided by '/', so none can leave the store. */
export function assertValidKey(key: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`Not a storage key: ${JSON.stringify(key)}`)
  return key
}
