import { useNavigate, useSearch } from '@tanstack/react-router'
import { readUsersList, type UsersList, writeUsersList } from '#src/features/access/users/users-list.ts'

/** State of the users list, kept in the URL so that going back restores it. */
export function useUsersList(): [UsersList, (part: Partial<UsersList>) => void] {
  const list = readUsersList(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (part: Partial<UsersList>) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...writeUsersList({ ...list, ...part }) }),
      replace: true,
      resetScroll: false,
    })
  return [list, change]
}
