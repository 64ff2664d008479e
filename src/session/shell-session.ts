const storageKey = 'shell_session'

/** What the address of a partner's link says (ACC-020). */
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

/** The form that the query parameters hold: id and token must both be there, the other six may be empty (ACC-022). */
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
 * Takes a partner's link out of the address bar before anything else reads it, keeps it for this tab, and leads to the
 * form (ACC-020, ACC-021, ACC-023). Does nothing for any other address.
 */
export function takeNewUserForm(): void {
  const form = newUserFormIn(location.search)
  if (!form) return
  keepShellSession(form)
  history.replaceState(null, '', '/shell_sign_up')
}

/** The shell session of this tab; undefined without one (ACC-019). */
export function shellSession(): NewUserForm | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Partial<NewUserForm> | null
    return kept?.id && kept.token ? (kept as NewUserForm) : undefined
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
