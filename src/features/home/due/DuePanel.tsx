import TaskAlt from '@mui/icons-material/TaskAlt'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { isWideScreen } from '#src/lib/wide-screen.ts'
import { useFirstLoad } from '#src/local-data/useFirstLoad.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { DueItem } from './DueItem.tsx'
import { DueStats } from './DueStats.tsx'
import { DEFAULT_DUE_VIEW, dueRows, linkToDue, toUpcoming } from './due-view.ts'
import type { Due } from './useDue.ts'

/** On desktops, enough rows to match the height of the side list. */
const rowsOnPhone = 6
const rowsAtDesk = 8
/** Height in px of a row with its usual three lines, and of a grid row. */
const rowHeight = 81.5
const gridRowHeight = 36
const gridHeight = rowsAtDesk * gridRowHeight + 42

const DueGrid = lazyComponent(
  () => import('./DueGrid.tsx').then((module) => module.DueGrid),
  <SkeletonList rows={rowsAtDesk} rowHeight={gridHeight / rowsAtDesk} />,
)
// On wide screens, its code loads while the screen reads its rows.
if ('matchMedia' in globalThis && isWideScreen()) void DueGrid.preload()

interface DuePanelProps {
  due: Due | undefined
  isLoading: boolean
  /** Keeps the skeleton's height even with few rows, so that nothing below moves. */
  keepsRoom: boolean
}

/** Past due and currently due maintenance, most urgent first: a grid on desktops, rows on phones (DSH-016, DSH-018). */
export function DuePanel({ due, isLoading, keepsRoom }: DuePanelProps) {
  const t = useTexts('dashboard')
  const isDesktop = useIsDesktop()
  const { number } = useFormat()
  const firstLoad = useFirstLoad()
  const shownCount = isDesktop ? rowsAtDesk : rowsOnPhone
  const rows = due
    ? dueRows(due.rows.slice(0, shownCount), (id) => due.orderOf.has(id), DEFAULT_DUE_VIEW)
    : []
  const isWaiting = !due || (isLoading && rows.length === 0)
  const height = isDesktop ? gridHeight : rowsOnPhone * rowHeight
  return (
    <Section
      title={t('dashboard:due.title')}
      flush
      actions={
        <>
          <LinkButton {...toUpcoming()} size="small">
            {t('dashboard:due.services')}
          </LinkButton>
          {due?.counts && due.counts.all > 0 && (
            <LinkButton {...linkToDue(DEFAULT_DUE_VIEW)} size="small">
              {t('dashboard:due.all', { number: number(due.counts.all) })}
            </LinkButton>
          )}
        </>
      }
    >
      <DueStats counts={due?.counts} />
      <Box sx={keepsRoom ? { minHeight: height } : undefined}>
        <ListStates
          {...firstLoad}
          total={isWaiting ? undefined : rows.length}
          rows={shownCount}
          rowHeight={height / shownCount}
          empty={due && <NothingDue basis={due.basis} />}
        >
          {due && isDesktop && <DueGrid rows={rows} orderOf={due.orderOf} isExcerpt />}
          {!isDesktop && (
            <Box component="ul" sx={list}>
              {rows.map((row) => (
                <li key={row.id}>
                  <DueItem row={row} order={due?.orderOf.get(row.vehicleId)} />
                </li>
              ))}
            </Box>
          )}
        </ListStates>
      </Box>
    </Section>
  )
}

/** Explains why nothing is due: everything is done, or there are no vehicles or intervals. */
function NothingDue({ basis }: Pick<Due, 'basis'>) {
  const t = useTexts('dashboard')
  if (basis === 'intervals')
    return (
      <EmptyState
        icon={<TaskAlt />}
        title={t('dashboard:due.empty')}
        message={t('dashboard:due.emptyMessage')}
      />
    )
  return (
    <EmptyState
      title={t('dashboard:due.nothingYet')}
      message={t(basis === 'no vehicles' ? 'dashboard:due.noVehicles' : 'dashboard:due.noIntervals')}
    />
  )
}

const list = { '& > li': { borderTop: 1, borderColor: 'divider' } } as const
