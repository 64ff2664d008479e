import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { Box } from '#src/ui/box/Box.tsx'

interface VirtualListProps<Item> {
  items: readonly Item[]
  /** Must be a stable function. */
  getKey: (item: Item) => string | number
  renderItem: (item: Item) => ReactNode
  /** Estimated height of a card in px; each is measured when rendered. */
  estimateHeight?: number
  gap?: number
  label: string
}

/** A list of cards that scrolls with the page and renders only visible ones: 2,000 rows stay light on a phone. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { items, getKey, renderItem, estimateHeight = 96, gap = 8, label } = props
  const list = useRef<HTMLUListElement>(null)
  const [top, setTop] = useState(0)
  // The list's offset depends on the content above, so it is measured after each render.
  useLayoutEffect(() => {
    const element = list.current
    if (element) setTop(Math.round(element.getBoundingClientRect().top + window.scrollY))
  })
  // A new function would remeasure all items, and there may be 50,000.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : getKey(item)
    },
    [items, getKey],
  )
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimateHeight,
    getItemKey,
    gap,
    overscan: 6,
    scrollMargin: top,
  })
  return (
    <Box
      component="ul"
      ref={list}
      aria-label={label}
      sx={{ position: 'relative' }}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((row) => {
        const item = items[row.index]
        return item === undefined ? null : (
          <li
            key={row.key}
            ref={virtualizer.measureElement}
            data-index={row.index}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            style={{
              position: 'absolute',
              insetInline: 0,
              top: 0,
              transform: `translateY(${row.start - top}px)`,
            }}
          >
            {renderItem(item)}
          </li>
        )
      })}
    </Box>
  )
}
