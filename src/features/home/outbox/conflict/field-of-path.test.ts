import { expect, test } from 'vitest'
import { fieldOfPath } from './field-of-path.ts'

test('a rejected field has the label of its own form, and only a file that of a file', () => {
  expect(fieldOfPath('read_on', false)).toBe('readingDay')
  expect(fieldOfPath('value', false)).toBe('reading')
  expect(fieldOfPath('reason', false)).toBe('voidReason')
  expect(fieldOfPath('completed_on', false)).toBe('date')
  expect(fieldOfPath('vehicle_services.0.price', false)).toBe('services')
  expect(fieldOfPath('glovebox_item.document_number', false)).toBe('number')
  expect(fieldOfPath('glovebox_item.glovebox_documents_attributes', false)).toBe('file')
  expect(fieldOfPath('maintenance_documents_attributes.1', false)).toBe('file')
  expect(fieldOfPath('sha256', true)).toBe('file')
  expect(fieldOfPath('from_a_newer_server', false)).toBeNull()
})
