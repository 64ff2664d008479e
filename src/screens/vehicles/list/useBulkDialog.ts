import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useLinkedFleet, useLinkedFleetId } from '#src/features/fmc/fleets/useLinkedFleet.ts'

/**
 * The bulk upload dialog. The shown upload is in the URL, so that its result survives a reload; `?upload=new` opens the
 * dialog for a new one. An upload of another fleet that the user may switch to is shown after the switch.
 */
export function useBulkDialog() {
  const navigate = useNavigate()
  const { upload } = useSearch({ strict: false })
  const uploadId = upload === 'new' ? undefined : upload
  const [isNew, setNew] = useState(false)
  const linked = useLinkedFleet(useLinkedFleetId())
  const isElsewhere = linked.isLoading || linked.fleet !== undefined
  const show = useCallback(
    (id: string | undefined) => {
      setNew(id === undefined)
      void navigate({
        to: '/vehicles',
        search: ({ upload: _, ...rest }) => (id === undefined ? rest : { ...rest, upload: id }),
        state: true,
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  const open = useCallback(() => setNew(true), [])
  const close = useCallback(() => {
    show(undefined)
    setNew(false)
  }, [show])
  return { isOpen: isNew || (upload !== undefined && !isElsewhere), uploadId, show, open, close }
}
