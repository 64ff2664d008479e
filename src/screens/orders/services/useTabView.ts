import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  readTabView,
  type ServicesSearch,
  type ServicesTab,
  type TabStandard,
  writeTabView,
} from './services-view.ts'

/** What a tab of the services screen shows, or a list like it (`tab` null). It stands in the address, so that a link, a reload and going back find it. */
export function useTabView<Sort extends string>(tab: ServicesTab | null, standard: TabStandard<Sort>) {
  const view = readTabView(useSearch({ strict: false }), standard)
  const navigate = useNavigate()
  const change = (part: Partial<ServicesSearch>) =>
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...writeTabView(tab, view, part) }),
      state: (before) => before,
      replace: true,
      resetScroll: false,
    })
  return {
    view,
    change,
    /** Shows all that the tab has. */
    clear: () => change({ q: '', from: '', to: '', due: 'all', status: 'all' }),
    /** For a list that is sorted and paged: all but its rows. */
    paging: {
      ...{ sort: view.sort, page: view.page, size: view.size },
      onSort: (sort: Sort) => change({ sort }),
      onPage: (page: number, size: number) => change({ page: String(page), size: String(size) }),
    },
  }
}
