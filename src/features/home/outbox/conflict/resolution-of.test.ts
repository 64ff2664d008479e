import { describe, expect, it } from 'vitest'
import type { WaitingFile } from '#src/offline/model/api/outbox-api.ts'
import type { Difference } from '#src/offline/model/merge/differences.ts'
import { resolutionOf } from './resolution-of.ts'

const difference = (name: Difference['name']): Difference => ({
  name,
  base: null,
  mine: {},
  theirs: {},
  changedBy: null,
})

const file = (isRemoved: boolean): WaitingFile => ({
  opId: 'op',
  fileId: 'file',
  name: 'invoice.pdf',
  size: 10,
  state: 'held',
  uploaded: 0,
  trouble: null,
  isRemoved,
})

const edit = (removedFileIds: string[], files: WaitingFile[] = []) => ({
  files,
  payload: { fields: {}, manifest: [], removedFileIds },
})

describe('the resolution of a compared edit (docs/offline.md row 23)', () => {
  it('is theirs if every part is and the edit changes no files', () => {
    expect(resolutionOf(edit([]), [difference('comments')], { comments: 'theirs' })).toBe('theirs')
    expect(resolutionOf({ files: [], payload: null }, [], {})).toBe('theirs')
  })

  it('is the choice if a part is mine', () => {
    const choices = { comments: 'mine' } as const
    expect(resolutionOf(edit([]), [difference('comments')], choices)).toBe(choices)
  })

  it('keeps a file that the edit adds, and the removal of one (OFF-070)', () => {
    const choices = { comments: 'theirs' } as const
    const found = [difference('comments')]
    expect(resolutionOf(edit([], [file(false)]), found, choices)).toBe(choices)
    expect(resolutionOf(edit(['stored']), found, choices)).toBe(choices)
    expect(resolutionOf(edit(['file'], [file(true)]), found, choices)).toBe(choices)
  })

  it('is theirs if the user chooses the file of the other user for a document', () => {
    const choices = { file: 'theirs' } as const
    expect(resolutionOf(edit(['old'], [file(false)]), [difference('file')], choices)).toBe('theirs')
  })
})
