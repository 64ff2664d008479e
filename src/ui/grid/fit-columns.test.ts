import type { GridColDef } from '@mui/x-data-grid'
import { expect, test } from 'vitest'
import { fitColumns, measureColumns, withColumnWidths } from './fit-columns.ts'

/** Ten px for each letter. */
const measure = (text: string) => text.length * 10
const roomFor = (columns: GridColDef[], rows: object[]) =>
  withColumnWidths(columns, measureColumns(columns, rows, measure, new Map()))

test('a column is as wide as its content, or as its header with the sort arrow', () => {
  const columns: GridColDef[] = [
    { field: 'a', headerName: 'Narrow', width: 300 },
    { field: 'b', headerName: 'A long header', width: 50 },
    { field: 'c', headerName: 'A long header', width: 50, sortable: false },
    { field: 'd', headerName: 'D', valueFormatter: (value: number) => `${value} miles` },
  ]
  const rows = [{ a: 'twelve chars', b: 'x', c: 'x', d: 50_000 }]
  expect(roomFor(columns, rows).map(({ width }) => width)).toEqual([141, 175, 151, 131])
})

test('a hidden header does not widen its column', () => {
  const checkbox: GridColDef = { field: 'select', headerName: 'A long header', width: 48, sortable: false }
  expect(roomFor([{ ...checkbox, renderHeader: () => null }], [{}])[0]?.width).toBe(48)
  expect(roomFor([checkbox], [{}])[0]?.width).toBe(151)
})

test('one long text does not widen the column for all', () => {
  expect(roomFor([{ field: 'a', headerName: 'A' }], [{ a: 'x'.repeat(100) }])[0]?.width).toBe(330)
})

test('cells that render more than their text keep their width', () => {
  const columns: GridColDef[] = [
    { field: 'chip', headerName: 'Chip', width: 200, display: 'flex' },
    { field: 'day', headerName: 'Day', width: 200, renderCell: () => 'longer than the day' },
    { field: 'known', headerName: 'K', width: 200, renderCell: () => null, valueFormatter: () => 'short' },
    { field: 'status', headerName: 'S', width: 200, display: 'flex', valueFormatter: () => 'a long one' },
  ]
  const rows = [{ chip: 'x', day: '2026-01-01', known: 1, status: 1 }]
  expect(roomFor(columns, rows).map(({ width }) => width)).toEqual([200, 200, 71, 161])
})

test('flexible columns need no more than their content, but the one with the longest content takes the rest', () => {
  const columns: GridColDef[] = [
    { field: 'name', headerName: 'Name', flex: 4, minWidth: 80 },
    { field: 'services', headerName: 'Services', flex: 1, minWidth: 80 },
    { field: 'people', headerName: 'People', flex: 1, minWidth: 80, display: 'flex' },
  ]
  const [name, services, people] = roomFor(columns, [{ name: 'Van 12', services: 'Oil and filter change' }])
  expect(name).toMatchObject({ minWidth: 85, maxWidth: 85, flex: 324 })
  expect(services).toMatchObject({ minWidth: 125, flex: 231 })
  expect(services).not.toHaveProperty('maxWidth')
  expect(people).toMatchObject({ minWidth: 105, flex: 150 })
  expect(people).not.toHaveProperty('maxWidth')
})

test('a column does not get narrower on another page', () => {
  const columns: GridColDef[] = [{ field: 'a', headerName: 'A' }]
  const first = measureColumns(columns, [{ a: 'twelve chars' }], measure, new Map())
  expect(withColumnWidths(columns, measureColumns(columns, [{ a: 'x' }], measure, first))[0]?.width).toBe(141)
})

test('in a narrow grid, columns first lose the space for the arrow and are then hidden in their order', () => {
  const columns: GridColDef[] = [
    { field: 'name', headerName: 'Name', flex: 1, minWidth: 200 },
    { field: 'plate', headerName: 'Plate' },
    { field: 'cost', headerName: 'Cost' },
    { field: 'notes', headerName: 'Notes' },
  ]
  const needs = measureColumns(columns, [], measure, new Map())
  const fitInto = (width: number, hidden: string[] = []) => {
    const given = { width, hideOrder: ['cost', 'gone', 'notes'], hidden: new Set(hidden) }
    const { columns: fitted, tooMany } = fitColumns(columns, needs, given)
    return { tooMany, widths: fitted.map((column) => (column.flex ? column.minWidth : column.width)) }
  }
  expect(fitInto(475)).toEqual({ tooMany: [], widths: [200, 95, 85, 95] })
  expect(fitInto(474)).toEqual({ tooMany: [], widths: [160, 71, 61, 71] })
  expect(fitInto(362)).toEqual({ tooMany: ['cost'], widths: [160, 71, 61, 71] })
  expect(fitInto(301).tooMany).toEqual(['cost', 'notes'])
  // The user hid one, so the others fit.
  expect(fitInto(301, ['notes']).tooMany).toEqual([])
  expect(fitInto(100).tooMany).toEqual(['cost', 'notes'])
})
