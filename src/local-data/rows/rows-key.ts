import type { CurrentUser } from '#contract/access/session.ts'

/** The query key under which local rows of a user are held; `key` names the read within the user's data. */
export const queryKeyOfRows = (user: CurrentUser, key: readonly (string | number)[]): [string] => [
  ['kept', user.fleet_id, user.id, ...key].join(':'),
]
