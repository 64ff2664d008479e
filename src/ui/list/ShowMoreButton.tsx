import Button from '@mui/material/Button'
import type { ReactNode } from 'react'

interface ShowMoreButtonProps {
  /** The infinite query of the list. */
  pages: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
  }
  children: ReactNode
}

/** Loads the next page of a list. Renders nothing on the last page. */
export function ShowMoreButton({ pages, children }: ShowMoreButtonProps) {
  if (!pages.hasNextPage) return null
  return (
    <Button
      variant="outlined"
      loading={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
      sx={{ alignSelf: 'center' }}
    >
      {children}
    </Button>
  )
}
