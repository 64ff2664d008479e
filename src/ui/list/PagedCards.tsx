import type { ReactNode } from 'react'
import { Stack } from '#src/ui/box/Stack.tsx'
import { OrderMenu } from '../menu/OrderMenu.tsx'
import { Pages } from './Pages.tsx'
import type { ListPaging } from './paging.ts'

interface PagedCardsProps<Sort extends string> {
  paging: ListPaging<Sort>
  /** Offered sort orders; a desktop grid may have more. */
  sorts: readonly Sort[]
  /** Label of the sort menu, including the current order. */
  label: string
  nameOf: (sort: Sort) => string
  children: ReactNode
}

/** One page of a list as cards, with the sort menu above and the pages below. */
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
