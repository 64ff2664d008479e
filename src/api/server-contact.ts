export type ServerContact = 'online' | 'offline'

const listeners = new Set<(contact: ServerContact) => void>()

/** Calls `listener` with what each call shows: our server answered, or nothing of it could be reached. */
export function onServerContact(listener: (contact: ServerContact) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function noteServerContact(contact: ServerContact): void {
  for (const listener of [...listeners]) listener(contact)
}
