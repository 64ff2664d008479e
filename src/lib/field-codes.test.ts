import { expect, test } from 'vitest'
import { codesOfRows } from './field-codes.ts'

test('the codes of a list include those of its rows', () => {
  const codes = {
    files: ['max_files'],
    'files.1': ['file_type'],
    'files.2.byte_size': ['file_size'],
    files_more: ['required'],
  }
  expect(codesOfRows(codes, 'files')).toEqual([
    { row: null, code: 'max_files' },
    { row: 1, code: 'file_type' },
    { row: 2, code: 'file_size' },
  ])
})
