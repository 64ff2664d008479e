import { viewSearch } from './view-search.ts'

type Search = Record<string, string | undefined>

/** Texts of the lists and forms of users. */
export const USERS_TEXTS = ['users', 'roles', 'preferences', 'glovebox', 'errors', 'fields'] as const

/** URL parameters of a user list. */
export const usersSearch = ({ q, page, size, sort, ...rest }: Search) => ({
  ...(q && { q }),
  ...(page && { page }),
  ...(size && { size }),
  ...(sort && { sort }),
  ...viewSearch(rest),
})
