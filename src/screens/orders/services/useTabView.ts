import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { FacetValues } from '#src/features/vehicles/facets/facets.ts'
import {
  readTabView,
  type ServicesSearch,
  type ServicesTab,
  type TabStandard,
  writeTabView,
} from './services-view.ts'

/**
 * The state of a tab of the services screen, or of a similar list (`tab` null). Stored in the URL, so that links,
 * reloads and going back restore it.
 */
export function useTabView<Sort extends string>(tab: ServicesTab | null, standard: TabStandard<Sort>) {
  const search = useSearch({ strict: false })
  const view = readTabView(search, standard)
  const navigate = useNavigate()
  const router = useRouter()
  const change = (part: Partial<ServicesSearch>) => {
    // A delayed search must not return to this tab once another one is about to open.
    const next = router.latestLocation.search.tab
    if (next !== search.tab && next !== tab) return
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...writeTabView(tab, view, part) }),
      state: (before) => before,
      replace: true,
      resetScroll: false,
    })
  }
  /** Narrows the list to vehicles with a value. */
  const narrow = ({ page, ...facets }: Partial<FacetValues> & { page: number }) => change(facets)
  return {
    view,
    change,
    narrow,
    /** Shows everything in the tab. */
    clear: () =>
      change({
        q: '',
        from: '',
        to: '',
        due: 'all',
        status: 'all',
        stay: '',
        department: '',
        driver: '',
        class: '',
      }),
    /** Props of a sorted and paginated list, without its rows. */
    paging: {
      sort: view.sort,
      page: view.page,
      size: view.size,
      onSort: (sort: Sort) => change({ sort }),
      onPage: (page: number, size: number) => change({ page: String(page), size: String(size) }),
    },
  }
}
