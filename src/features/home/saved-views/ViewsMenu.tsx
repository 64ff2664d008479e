import BookmarkBorder from '@mui/icons-material/BookmarkBorder'
import Button from '@mui/material/Button'
import { useId, useState } from 'react'
import type { ViewList } from '#domain/home/saved-view-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { useSavedViews } from './useSavedViews.ts'

// Opened rarely, and nothing else of the list needs its code.
const ViewsPopup = lazyComponent(() => import('./ViewsPopup.tsx').then((module) => module.ViewsPopup))

interface ViewsMenuProps {
  list: ViewList
  /** Columns that the table of a desktop hides now, as in its URL; undefined without a table. */
  hiddenColumns?: () => string | undefined
  /** What the view filters by that none of the user's rows has: 'Department 12'. */
  unseen?: readonly string[]
}

/** The user's saved views of a list: open, save, rename, share and delete them. */
export function ViewsMenu({ list, hiddenColumns, unseen = [] }: ViewsMenuProps) {
  const t = useTexts('saved-views')
  const id = useId()
  const views = useSavedViews(list)
  const isDesktop = useIsDesktop()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isUsed, setUsed] = useState(false)
  const { view, isChanged } = views
  return (
    <>
      <Button
        startIcon={<BookmarkBorder />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        aria-label={view ? t('saved-views:buttonOf', { name: view.name }) : undefined}
        onClick={(event) => {
          setUsed(true)
          setAnchor(event.currentTarget)
        }}
        sx={{ px: 1, maxWidth: 240, whiteSpace: 'nowrap' }}
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
          {view ? `${view.name}${isChanged ? ' *' : ''}` : t('saved-views:button')}
        </span>
      </Button>
      {(isUsed || views.shared || views.failure) && (
        <ViewsPopup
          id={id}
          list={list}
          views={views}
          anchor={anchor}
          unseen={unseen}
          hiddenColumns={isDesktop ? hiddenColumns : undefined}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}
