import { expect, test } from 'vitest'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Shop } from '#contract/catalog/shops.ts'
import { rankServices, serviceOptions } from './services/service-options.ts'
import { shopOptions } from './shops/shop-options.ts'

const aService = (id: number, en: string, fr: string): ServiceDefinition => ({
  id,
  name: en,
  name_en: en,
  name_fr: fr,
  positions: [],
  support_medium_and_heavy_duty_vehicles: true,
  typical_price: null,
})
const aShop = (id: number, name: string, own: Partial<Shop> = {}): Shop => ({
  id,
  name,
  address_line1: '',
  city: 'Elgin',
  state: 'IL',
  zip: '60120',
  main_phone_number: '',
  logo_url: null,
  is_favorite_shop: false,
  distance: null,
  kilometers: null,
  support_medium_and_heavy_duty_vehicles: true,
  scheduling: 'online',
  company: null,
  ...own,
})

test('lists services by name in the screen language, recently used first, searchable in both languages', () => {
  const services = [
    aService(1, 'Wipers', 'Balais'),
    aService(2, 'Oil change', 'Vidange'),
    aService(3, 'Brakes', 'Freins'),
  ]
  expect(serviceOptions(services, 'en', []).map(({ name }) => name)).toEqual([
    'Brakes',
    'Oil change',
    'Wipers',
  ])
  const french = serviceOptions(services, 'fr', [2, 1])
  expect(french.map(({ name }) => name)).toEqual(['Vidange', 'Balais', 'Freins'])
  expect(french[0]?.searchText).toBe('Oil change Vidange')
})

test('SVC-086, SVC-094: ranks services for a vehicle by its class and by what fleets book most', () => {
  const services = [
    { ...aService(1, 'Air brakes', ''), is_medium_heavy_only: true, demand: { light: 0, medium_heavy: 90 } },
    { ...aService(2, 'Brake fluid', ''), demand: { light: 20, medium_heavy: 30 } },
    { ...aService(3, 'Brake pads', ''), demand: { light: 70, medium_heavy: 0 } },
    { ...aService(4, 'Bulb', ''), demand: { light: 0, medium_heavy: 0 } },
  ].map((service) => ({ ...service, support_medium_and_heavy_duty_vehicles: service.id !== 3 }))
  const catalog = new Map(services.map((service) => [service.id, service]))
  const idsFor = (type: 'light' | 'medium_heavy' | undefined, recents: number[] = []) =>
    rankServices(type, serviceOptions(services, 'en', recents), catalog).map(({ id }) => id)
  expect(idsFor(undefined)).toEqual([1, 2, 3, 4])
  expect(idsFor('light')).toEqual([3, 2, 4, 1])
  expect(idsFor('light', [4])).toEqual([4, 3, 2, 1])
  expect(idsFor('medium_heavy')).toEqual([1, 2, 4])
})

test('MHX-016: lists recently used shops, then favorites, then those near the zip, each once', () => {
  const favorites = [aShop(1, 'Favorite'), aShop(2, 'Used before')]
  const near = [aShop(3, 'Near', { distance: 4, kilometers: 6 }), aShop(1, 'Favorite', { distance: 9 })]
  const options = shopOptions({ favorites, near, recents: [2, 99], unit: 'km' })
  expect(options.map(({ id, group }) => `${id} ${group}`)).toEqual(['2 last', '1 favorite', '3 near'])
  expect(options.at(-1)?.distance).toBe(6)
})
