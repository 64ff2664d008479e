import { describe, expect, it } from 'vitest'
import { formFields } from './form-fields.ts'

describe('fields of multipart forms', () => {
  it('names nested fields with brackets (MHX-023, GLV-025)', () => {
    const fields = formFields({
      vehicle_id: 5,
      with_manual_history: true,
      vehicle_services: [{ price: '9.50' }, { price: '1' }],
      glovebox_item: { glovebox_documents_attributes: [{ id: 'a', _destroy: true }] },
    })
    expect(fields).toEqual([
      ['vehicle_id', '5'],
      ['with_manual_history', 'true'],
      ['vehicle_services[0][price]', '9.50'],
      ['vehicle_services[1][price]', '1'],
      ['glovebox_item[glovebox_documents_attributes][0][id]', 'a'],
      ['glovebox_item[glovebox_documents_attributes][0][_destroy]', 'true'],
    ])
  })

  it('leaves out empty values (MHX-025)', () => {
    expect(formFields({ zip: undefined, shop: null, list: [] })).toEqual([])
  })
})
