import { expect, test } from 'vitest'
import type { ModelRecalls, Recall } from '#contract/vehicles/recalls.ts'
import { recallRows } from './recall-rows.ts'

const aRecall = (campaign: string, given: Partial<Recall> = {}): Recall => ({
  source: 'nhtsa',
  campaign,
  component: 'Brakes',
  component_fr: null,
  summary: '',
  summary_fr: null,
  consequence: null,
  remedy: null,
  reported_on: '2026-01-01',
  is_urgent: false,
  ...given,
})
const ofTransit = (year: number, ...recalls: Recall[]): ModelRecalls => ({
  id: year,
  year,
  make: 'ford',
  model: 'transit',
  recalls,
})
const aVehicle = (id: number, given: object = {}) => ({
  id,
  year: 2022,
  make: 'Ford',
  model: 'Transit',
  is_active: true,
  ...given,
})
const ids = (rows: ReturnType<typeof recallRows>) =>
  rows.map(({ recall, vehicles }) => [recall.campaign, vehicles.map(({ id }) => id)])

test('a recall matches every active vehicle of its year, make and model, regardless of spelling', () => {
  const vehicles = [
    aVehicle(1),
    aVehicle(2, { make: ' FORD', model: 'transit ' }),
    aVehicle(3, { year: 2021 }),
    aVehicle(4, { is_active: false }),
    aVehicle(5, { model: 'Transit Connect' }),
    aVehicle(6, { year: null, make: null, model: null }),
  ]
  expect(ids(recallRows([ofTransit(2022, aRecall('A'))], vehicles))).toEqual([['A', [1, 2]]])
})

test('a recall of several years is listed once, with the vehicles of all of them', () => {
  const models = [ofTransit(2021, aRecall('A')), ofTransit(2022, aRecall('A'))]
  expect(ids(recallRows(models, [aVehicle(1), aVehicle(2, { year: 2021 })]))).toEqual([['A', [2, 1]]])
})

test('do-not-drive recalls come first, then the newest; a recall without vehicles is omitted', () => {
  const models = [
    ofTransit(
      2022,
      aRecall('old', { reported_on: '2020-01-01' }),
      aRecall('new', { reported_on: '2026-05-05' }),
      aRecall('undated', { reported_on: null }),
      aRecall('urgent', { reported_on: '2019-01-01', is_urgent: true }),
    ),
    ofTransit(2015, aRecall('none')),
  ]
  expect(recallRows(models, [aVehicle(1)]).map(({ recall }) => recall.campaign)).toEqual([
    'urgent',
    'new',
    'old',
    'undated',
  ])
})
