import { Fragment, memo, type ReactNode, useEffect } from 'react'
import { highlightSpans } from '#src/features/home/find/highlight.ts'
import type { Query } from '#src/features/home/find/match.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import type { Hit, HitGroup } from './hit.ts'

interface FindResultsProps {
  listId: string
  groups: readonly HitGroup[]
  query: Query | null
  /** Position of the active option among all. */
  active: number
  onActive: (key: string) => void
  onChoose: (hit: Hit) => void
}

export const optionId = (listId: string, nth: number) => `${listId}-${nth}`

/** The results as a list box, in groups. The keys are handled by the text field, which keeps the focus. */
export function FindResults({ listId, groups, query, active, onActive, onChoose }: FindResultsProps) {
  const t = useTexts('find')
  const activeId = optionId(listId, active)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another result at the same position is scrolled to as well
  useEffect(() => {
    document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId, groups])
  let nth = 0
  return (
    <Box id={listId} role="listbox" aria-label={t('find:list')} sx={list}>
      {groups.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={group.key} role="group" aria-labelledby={`${listId}-${group.key}`}>
          <div className="label" id={`${listId}-${group.key}`} role="presentation">
            {group.label}
          </div>
          {group.hits.map((hit) => {
            const position = nth++
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the text field keeps the focus
              <div
                key={hit.key}
                id={optionId(listId, position)}
                role="option"
                aria-selected={position === active}
                className="option"
                onPointerMove={() => position !== active && onActive(hit.key)}
                // The text field keeps the focus, and the keyboard of a phone stays open.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => onChoose(hit)}
              >
                <Content icon={hit.icon} title={hit.title} detail={hit.detail} query={query} />
              </div>
            )
          })}
        </div>
      ))}
    </Box>
  )
}

interface ContentProps {
  icon: ReactNode
  title: string
  detail: string
  query: Query | null
}

/** Memoized: moving through the list changes no content. */
const Content = memo(function Content({ icon, title, detail, query }: ContentProps) {
  return (
    <>
      {icon}
      <div>
        <div>{marked(title, query)}</div>
        {detail && <div className="detail">{marked(detail, query)}</div>}
      </div>
    </>
  )
})

/** The text with its matching parts marked. */
function marked(text: string, query: Query | null): ReactNode {
  const spans = query ? highlightSpans(text, query) : []
  if (spans.length === 0) return text
  let end = 0
  const parts = spans.map(([from, to]) => {
    const before = text.slice(end, from)
    end = to
    return (
      <Fragment key={from}>
        {before}
        <mark>{text.slice(from, to)}</mark>
      </Fragment>
    )
  })
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

/** One rule set for the whole list: a styled component per row would take most of the time of a letter. */
const list = {
  py: 0.5,
  '& .label': {
    px: 2,
    pt: 1.25,
    pb: 0.5,
    fontSize: '0.8125rem',
    fontWeight: 650,
    color: 'text.secondary',
  },
  '& .option': {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    minHeight: { xs: 52, md: 44 },
    mx: 1,
    px: 1,
    py: 0.5,
    borderRadius: 1,
    cursor: 'pointer',
    lineHeight: 1.35,
    overflowWrap: 'anywhere',
  },
  '& .option > svg': { color: 'text.secondary', fontSize: '1.375rem' },
  '& .option[aria-selected="true"]': {
    bgcolor: 'action.selected',
    // Forced colors remove the background.
    '@media (forced-colors: active)': { outline: '2px solid Highlight' },
  },
  '& .detail': { fontSize: '0.875rem', color: 'text.secondary' },
  '& mark': {
    color: 'inherit',
    fontWeight: 700,
    backgroundColor: 'transparent',
    textDecoration: 'underline',
    textDecorationThickness: '2px',
    textDecorationColor: 'var(--wb-palette-primary-main)',
    textUnderlineOffset: '3px',
  },
} as const
