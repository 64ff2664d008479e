import { aHistory, writeHeaders } from '#tests/support/entries.ts'
import { origin, type TestUser } from './fixtures.ts'

interface Sessions {
  session(user: TestUser): Promise<string>
}

/** Calls the API as another user than the browser's, for changes on another device. */
export async function postAs(build: Sessions, user: TestUser, path: string, body: object): Promise<Response> {
  const response = await fetch(`${origin()}/api/v4${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'app-name': 'wheelbook',
      authorization: `Bearer ${await build.session(user)}`,
      ...writeHeaders(),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

/** Records maintenance as another user on another device. */
export async function recordAsOtherUser(
  build: Sessions,
  user: TestUser,
  given: { vehicle_id: number } & Record<string, unknown>,
  service: { id: number },
): Promise<string> {
  const entry = aHistory(given, service.id)
  await postAs(build, user, '/manual_maintenance_histories', entry)
  return entry.id
}
