import { USER_SORTS } from '#contract/access/users.ts'

/** State of the users list. */
export interface UsersList {
  q: string
  /** From 1. */
  page: number
  size: number
  sort: (typeof USER_SORTS)[number]
}
type Search = Record<string, string | undefined>

export const PAGE_SIZES = [25, 50, 100]

/** Parses the URL; invalid values become defaults. */
export function readUsersList({ q, page, size, sort }: Search): UsersList {
  const wanted = Number(page)
  return {
    q: q ?? '',
    page: Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 1,
    size: PAGE_SIZES.find((pageSize) => String(pageSize) === size) ?? 25,
    sort: USER_SORTS.find((userSort) => userSort === sort) ?? 'name',
  }
}

/** Returns the search parameters; defaults are empty and therefore omitted. */
export function writeUsersList(list: UsersList): Search {
  const standard = readUsersList({})
  const fields = Object.keys(standard) as (keyof UsersList)[]
  return Object.fromEntries(
    fields.map((field) => [field, list[field] === standard[field] ? undefined : String(list[field])]),
  )
}
