import Stack from '@mui/material/Stack'
import type { ReactNode } from 'react'
import { OrderMenu } from '../menu/OrderMenu.tsx'
import { Pages } from './Pages.tsx'
import type { ListPaging } from './paging.ts'

interface PagedCardsProps<Sort extends string> {
  paging: ListPaging<Sort>
  /** On offer; a grid at a desk may have more. */
  sorts: readonly Sort[]
  /** Name of the menu of sort orders, with the one that holds now. */
  label: string
  nameOf: (sort: Sort) => string
  children: ReactNode
}

/** Cards of one page of a list, with its order above and its pages below. */
export function PagedCards<Sort extends string>(props: PagedCardsProps<Sort>) {
  const { paging, sorts, label, nameOf, children } = props
  const turn = (page: number) => {
    paging.onPage(page, paging.size)
    window.scrollTo({ top: 0 })
  }
  return (
    <Stack sx={{ gap: 1 }} aria-busy={paging.isLoading} data-total={paging.total}>
      {paging.total > 1 && (
        <Stack direction="row" sx={{ justifyContent: 'end' }}>
          <OrderMenu
            label={label}
            orders={sorts.includes(paging.sort) ? sorts : [paging.sort, ...sorts]}
            value={paging.sort}
            nameOf={nameOf}
            onChange={paging.onSort}
          />
        </Stack>
      )}
      {children}
      <Pages page={paging.page} count={Math.ceil(paging.total / paging.size)} onChange={turn} />
    </Stack>
  )
}
