import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'

/**
 * The bulk upload dialog. The shown upload is in the URL, so that its result survives a reload; `?upload=new` opens the
 * dialog for a new one.
 */
export function useBulkDialog() {
  const navigate = useNavigate()
  const { upload } = useSearch({ strict: false })
  const uploadId = upload === 'new' ? undefined : upload
  const [isNew, setNew] = useState(false)
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
  return { isOpen: isNew || upload !== undefined, uploadId, show, open, close }
}
