import { expect, test } from 'vitest'
import { enginePartsOf } from './engine-name.ts'

test.each([
  ['3.5L 6 cyl Gasoline', { litres: '3.5', cylinders: '6', fuel: 'gasoline' }],
  ['12.7L 6 cyl Diesel', { litres: '12.7', cylinders: '6', fuel: 'diesel' }],
  ['6 cyl Compressed Natural Gas (CNG)', { litres: null, cylinders: '6', fuel: 'cng' }],
  ['2.0L', { litres: '2.0', cylinders: null, fuel: null }],
  ['Electric', { litres: null, cylinders: null, fuel: 'electric' }],
  ['', null],
  ['V6', null],
  ['3.5L EcoBoost', null],
  ['Gasoline, rebuilt', null],
  ['toString', null],
])("the engine «%s» is parsed in the catalog's notation, or not at all (VEH-042)", (text, parts) =>
  expect(enginePartsOf(text)).toEqual(parts),
)
