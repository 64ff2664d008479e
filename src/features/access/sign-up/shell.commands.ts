import type { CurrentUser } from '#contract/access/session.ts'
import { api } from '#src/api/client.ts'
import { currentLanguage } from '#src/i18n/i18n.ts'
import type { readShell } from './shell-form.ts'

type ShellFields = NonNullable<ReturnType<typeof readShell>['fields']>

/** Updates the user and signs them in with the session of the response (ACC-121, ACC-122). */
export async function completeShell(
  fields: ShellFields,
  session: { id: number; token: string },
  key: string,
): Promise<CurrentUser> {
  const input = { ...fields, id: session.id, token: session.token, language: currentLanguage() }
  const { user } = await api.shellCustomers.complete(input, { context: { key } })
  return user
}
