const storageKey = 'shell_session'

/** The URL parameters of a partner's link (ACC-020). */
export interface NewUserForm {
  id: number
  token: string
  firstName: string
  lastName: string
  cellPhone: string
  email: string
  fleet_name: string
  fleet_name_editable: boolean
}

/** Parses the URL parameters: id and token are required, the other six may be empty (ACC-022). */
export function newUserFormIn(search: string): NewUserForm | undefined {
  const given = new URLSearchParams(search)
  const text = (name: string) => (given.get(name) ?? '').trim()
  const id = Number(text('id'))
  if (!Number.isSafeInteger(id) || id < 1 || !text('token')) return undefined
  return {
    id,
    token: text('token'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    cellPhone: text('cellPhone'),
    email: text('email'),
    fleet_name: text('fleet_name'),
    fleet_name_editable: /^(true|1)$/i.test(text('fleet_name_editable')),
  }
}

/**
 * Removes a partner's link from the address bar before other code reads it, stores it for this tab, and redirects to
 * the form (ACC-020, ACC-021, ACC-023). Does nothing for any other URL.
 */
export function takeNewUserForm(): void {
  const form = newUserFormIn(location.search)
  if (!form) return
  keepShellSession(form)
  history.replaceState(null, '', '/shell_sign_up')
}

/** Returns this tab's shell session, or undefined (ACC-019). */
export function shellSession(): NewUserForm | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<NewUserForm> | null
    return stored?.id && stored.token ? (stored as NewUserForm) : undefined
  } catch {
    return undefined
  }
}

function keepShellSession(form: NewUserForm): void {
  sessionStorage.setItem(storageKey, JSON.stringify(form))
}

export function endShellSession(): void {
  sessionStorage.removeItem(storageKey)
}
