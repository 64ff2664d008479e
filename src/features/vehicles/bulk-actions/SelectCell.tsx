import type { KeyboardEvent, MouseEvent } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { type Selection, useIsSelected, useShareSelected } from './selection.ts'

interface SelectCellProps {
  selection: Selection
  target: { id: number; name: string }
  /** Ids of the list in its order, for a click with Shift. */
  order: () => readonly number[]
}

/** The checkbox of a row. The grid's own selects a position on the page, which is another vehicle after each search. */
export function SelectCell({ selection, target, order }: SelectCellProps) {
  const t = useTexts('bulk-actions')
  const isSelected = useIsSelected(selection, target.id)
  const select = ({ shiftKey }: MouseEvent) =>
    shiftKey ? selection.extendTo(target.id, order()) : selection.toggle(target.id)
  return (
    <label style={area}>
      <input
        type="checkbox"
        style={box}
        checked={isSelected}
        onClick={select}
        onChange={() => {}}
        onKeyDown={(event) => {
          keepSpace(event)
          if (event.key !== ' ' || !event.shiftKey) return
          event.preventDefault()
          selection.extendTo(target.id, order())
        }}
        aria-label={t('bulk-actions:select', { vehicle: target.name })}
      />
    </label>
  )
}

interface SelectPageProps {
  selection: Selection
  /** Ids of the rows on the page. */
  ids: readonly number[]
}

/** The checkbox of the header: selects the rows of the page, or deselects them. */
export function SelectPage({ selection, ids }: SelectPageProps) {
  const t = useTexts('bulk-actions')
  const share = useShareSelected(selection, ids)
  return (
    <label style={area}>
      <input
        type="checkbox"
        style={box}
        ref={(input) => {
          if (input) input.indeterminate = share === 'some'
        }}
        checked={share === 'all'}
        disabled={ids.length === 0}
        onChange={() => (share === 'all' ? selection.remove(ids) : selection.add(ids))}
        onKeyDown={keepSpace}
        aria-label={t('bulk-actions:selectPage')}
      />
    </label>
  )
}

/** Otherwise the grid scrolls by a page when Space toggles the checkbox. */
const keepSpace = (event: KeyboardEvent) => event.key === ' ' && event.stopPropagation()

const area = {
  display: 'grid',
  placeItems: 'center',
  width: '100%',
  height: '100%',
  cursor: 'pointer',
} as const
const box = {
  width: 18,
  height: 18,
  margin: 0,
  cursor: 'inherit',
  accentColor: 'var(--wb-palette-primary-main)',
} as const
