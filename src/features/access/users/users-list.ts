import { USER_SORTS } from '#contract/access/users.ts'

/** What the list of users stands at. */
export interface UsersList {
  q: string
  /** From 1. */
  page: number
  size: number
  sort: (typeof USER_SORTS)[number]
}
type Search = Record<string, string | undefined>

export const PAGE_SIZES = [25, 50, 100]

/** Reads the address; whatever it cannot use becomes the default. */
export function readUsersList({ q, page, size, sort }: Search): UsersList {
  const wanted = Number(page)
  return {
    q: q ?? '',
    page: Number.isSafeInteger(wanted) && wanted > 0 ? wanted : 1,
    size: PAGE_SIZES.find((one) => String(one) === size) ?? 25,
    sort: USER_SORTS.find((one) => one === sort) ?? 'name',
  }
}

/** Writes the address; defaults are empty and so stay out of it. */
export function writeUsersList(list: UsersList): Search {
  const standard = readUsersList({})
  const fields = Object.keys(standard) as (keyof UsersList)[]
  return Object.fromEntries(
    fields.map((field) => [field, list[field] === standard[field] ? undefined : String(list[field])]),
  )
}
