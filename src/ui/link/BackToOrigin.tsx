import ArrowBack from '@mui/icons-material/ArrowBack'
import Button from '@mui/material/Button'
import { createLink, useCanGoBack, useRouter } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'

type BackToOriginProps = ComponentProps<typeof Button> & {
  /** Label of the link back to the previous page. */
  origin: string
}

/** Links back to the previous page; `to` and the children are the fallback for a page that was opened by URL. */
export const BackToOrigin = createLink(({ origin, children, onClick, ...props }: BackToOriginProps) => {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  function goBack(event: MouseEvent<HTMLButtonElement>) {
    // A new tab has no previous page.
    if (!canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return onClick?.(event)
    event.preventDefault()
    router.history.back()
  }
  return (
    <Button startIcon={<ArrowBack />} size="small" {...props} onClick={goBack} sx={{ ml: -1, mb: 0.5 }}>
      {canGoBack ? origin : children}
    </Button>
  )
})
