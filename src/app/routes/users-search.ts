import { listSearch } from './list-search.ts'

/** Texts of the lists and forms of users. */
export const USERS_TEXTS = ['users', 'roles', 'preferences', 'glovebox', 'errors', 'fields'] as const

/** URL parameters of a user list. */
export const usersSearch = listSearch('q', 'page', 'size', 'sort')
