import { expect, it } from 'vitest'
import { readLocales } from '#tests/architecture/locale-rules.ts'
import { reportColumns } from './report-columns.ts'

// BRD-042, BRD-043
it('names each of the 15 columns of a report, in English and French', () => {
  const heads = Object.values(reportColumns)
  expect(heads).toHaveLength(15)
  const { en, fr } = readLocales('locales')
  expect(heads.filter((head) => !en?.get(head) || !fr?.get(head))).toEqual([])
  expect(en?.get('reports:column.payment_method')).toBe('Method of payment')
  expect(fr?.get('reports:column.payment_method')).toBe('Mode de paiement')
})
