import { useState } from 'react'

/**
 * Form state that survives a reload of this tab, but no longer: it is filled in before sign-in, perhaps on a shared
 * device. Stores the idempotency `key` too, so that a sign-up sent before the reload keeps its key.
 */
export function useStoredForm<T extends object>(name: string, parse: (stored: unknown) => T) {
  const [form, setForm] = useState(() => {
    const stored = read(name)
    const key = stored.key ?? crypto.randomUUID()
    // At once: a form that a link filled in can be sent without typing.
    if (!stored.key) write(name, { ...stored, key })
    return { value: parse(stored.value), key }
  })
  const keep = (next: typeof form) => {
    write(name, next)
    setForm(next)
  }
  return {
    value: form.value,
    key: form.key,
    change: (part: Partial<T>) => keep({ ...form, value: { ...form.value, ...part } }),
    /** Generates a new idempotency key, so that the next submission counts as a new sign-up. */
    renewKey: () => keep({ ...form, key: crypto.randomUUID() }),
    forget: () => remove(name),
  }
}

function read(name: string): { value?: unknown; key?: string } {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}')
  } catch {
    return {}
  }
}

function write(name: string, form: object) {
  try {
    sessionStorage.setItem(name, JSON.stringify(form))
  } catch {
    // Storage is blocked: the form lasts until the page is closed.
  }
}

function remove(name: string) {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // As above.
  }
}
