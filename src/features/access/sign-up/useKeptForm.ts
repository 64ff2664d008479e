import { useState } from 'react'

/**
 * State of a form that survives a reload of this tab, and nothing longer: it is filled in before anybody is signed in,
 * perhaps on a device of many. `key` goes along, so that a sign-up sent before the reload is still the same one.
 */
export function useKeptForm<T extends object>(name: string, parse: (kept: unknown) => T) {
  const [form, setForm] = useState(() => {
    const kept = read(name)
    return { value: parse(kept.value), key: kept.key ?? crypto.randomUUID() }
  })
  const keep = (next: typeof form) => {
    write(name, next)
    setForm(next)
  }
  return {
    value: form.value,
    key: form.key,
    change: (part: Partial<T>) => keep({ ...form, value: { ...form.value, ...part } }),
    /** Another sign-up than the one that was sent before. */
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
    // Blocked storage: the form then lasts as long as the page.
  }
}

function remove(name: string) {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // As above.
  }
}
