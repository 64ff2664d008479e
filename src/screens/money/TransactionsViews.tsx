import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'

/** The menu of saved views of payments and subscriptions. */
export function TransactionsViews({ list }: { list: 'transactions' | 'fmc_transactions' }) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'end' }}>
      <ViewsMenu list={list} hiddenColumns={noColumns} />
    </Stack>
  )
}

/** The two tables share a row height, but not their columns. */
const noColumns = () => undefined
