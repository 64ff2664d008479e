export type ServerContact = 'online' | 'offline'

const listeners = new Set<(contact: ServerContact) => void>()

/** Calls `listener` after each API call: `online` if our server responded, `offline` if it was unreachable. */
export function onServerContact(listener: (contact: ServerContact) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function reportServerContact(contact: ServerContact): void {
  for (const listener of [...listeners]) listener(contact)
}
