import { useCallback, useState } from 'react'
import type { ListedUser } from '#contract/access/users.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import { UsersPanel } from '#src/features/access/users/UsersPanel.tsx'
import { useSettingsContext } from '#src/features/access/users/useUserPermissions.ts'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { DocumentIcon } from '#src/features/vehicles/glovebox/DocumentIcons.tsx'
import { DocumentsDialog } from '#src/features/vehicles/glovebox/DocumentsDialog.tsx'
import { useFlag } from '#src/session/SessionProvider.tsx'
import { useUsersList } from './useUsersList.ts'

/** Users of the fleet, with the documents of their vehicles if the glovebox is on (SET-002, USR-010). */
export function UsersTab() {
  const [list, change] = useUsersList()
  const look = useTableLook()
  const context = useSettingsContext()
  const hasGlovebox = useFlag('glovebox')
  const [opened, setOpened] = useState<{ user: ListedUser; type: DocumentType }>()
  const documentOf = useCallback(
    (user: ListedUser, type: DocumentType) => (
      <DocumentIcon type={type} state={user.documents[type]} onOpen={() => setOpened({ user, type })} />
    ),
    [],
  )
  return (
    <>
      <UsersPanel
        context={context}
        list={list}
        onChange={change}
        documentOf={hasGlovebox ? documentOf : undefined}
        views={<ViewsMenu list="users" hiddenColumns={look.hiddenColumns} />}
        look={look.table}
      />
      {opened && (
        <DocumentsDialog
          title={opened.user.name}
          type={opened.type}
          vehicles={opened.user.vehicles}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
