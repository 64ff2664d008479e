import type { GridColDef, GridValidRowModel } from '@mui/x-data-grid'
import { useMemo, useRef } from 'react'
import {
  type ColumnNeed,
  fitColumns,
  type GridSpace,
  type MeasureText,
  measureColumns,
} from './fit-columns.ts'

/** Returns the columns, as wide as their header and content. Their identity changes only with a width. */
export function useFittedColumns(
  columns: readonly GridColDef[],
  rows: readonly GridValidRowModel[],
  isOff: boolean,
  { width, hideOrder, hidden }: GridSpace,
) {
  const needs = useRef<Map<string, ColumnNeed>>(new Map())
  const key = useMemo(() => {
    if (isOff) return ''
    needs.current = measureColumns(columns, rows, textMeasure(), needs.current)
    return JSON.stringify([...needs.current])
  }, [columns, rows, isOff])
  return useMemo(() => {
    const widths = new Map<string, ColumnNeed>(key === '' ? [] : JSON.parse(key))
    return fitColumns(columns, widths, { width: isOff ? undefined : width, hideOrder, hidden })
  }, [columns, key, isOff, width, hideOrder, hidden])
}

let canvas: CanvasRenderingContext2D | null | undefined
/** Widths by font and text: most cells repeat the texts of others. */
const known = new Map<string, number>()
const KNOWN_MAX = 20_000

function textMeasure(): MeasureText {
  canvas ??= document.createElement('canvas').getContext('2d')
  const { fontFamily } = getComputedStyle(document.body)
  const size = 0.875 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const fontOf = (weight: number) => `${weight} ${size}px ${fontFamily}`
  const [normal, bold] = [fontOf(400), fontOf(650)]
  return (text, isBold) => {
    const font = isBold ? bold : normal
    const entry = `${font}\n${text}`
    const before = known.get(entry)
    if (before !== undefined || !canvas) return before ?? 0
    if (known.size > KNOWN_MAX) known.clear()
    canvas.font = font
    const { width } = canvas.measureText(text)
    known.set(entry, width)
    return width
  }
}
