export type Contact = 'online' | 'offline'

const listeners = new Set<(contact: Contact) => void>()

/** Calls `listener` with what each call shows: our server answered, or nothing of it could be reached. */
export function onContact(listener: (contact: Contact) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function noteContact(contact: Contact): void {
  for (const listener of [...listeners]) listener(contact)
}
