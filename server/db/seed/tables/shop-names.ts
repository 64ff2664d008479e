/** Fictional companies with shops in many places. `heavy`: also accepts medium and heavy trucks. */
interface ShopCompany {
  name: string
  reference: string
  heavy: boolean
  country: 'US' | 'CA'
}

export const COMPANIES: readonly ShopCompany[] = [
  { name: 'Ridgeway Auto Care', reference: 'RIDGEWAY', heavy: false, country: 'US' },
  { name: 'Quillon Tire and Brake', reference: 'QUILLON', heavy: false, country: 'US' },
  { name: 'Pit Row Express Lube', reference: 'PITROW', heavy: false, country: 'US' },
  { name: 'Haulmark Truck Service', reference: 'HAULMARK', heavy: true, country: 'US' },
  { name: 'Great Basin Fleet Works', reference: 'GBFLEET', heavy: true, country: 'US' },
  { name: 'Pneus et Mécanique Boréalis', reference: 'BOREALIS', heavy: false, country: 'CA' },
  { name: 'Centre du camion Grand-Nord', reference: 'GRANDNORD', heavy: true, country: 'CA' },
]

const words = (text: string) => text.trim().split(/\s+/)

/** Name parts of independent shops: '<first> <second>'. */
export const INDEPENDENT = {
  first:
    words(`Almond Anvil Aspen Birchwood Bluebell Bramble Brickyard Canal Clover Cobalt Copper Corner Cottonwood
    Driftwood Eastgate Elmwood Fairway Foundry Garnet Granite Harvest Hawthorn Hickory Ironwood Junction Kingfisher
    Lantern Larkspur Magnolia Maplewood Millrace Northgate Oakdale Orchard Parkside Pinecrest Quarry Riverbend
    Rosewood Saltbox Sandstone Sycamore Thistle Trestle Turnpike Underpass Viaduct Walnut Westfield Willow`),
  second: [
    'Auto Repair',
    'Garage',
    'Service Center',
    'Tire and Auto',
    'Automotive',
    'Motor Works',
    'Fleet Service',
  ],
} as const

export const INDEPENDENT_FRENCH = {
  first: ['Garage', 'Atelier mécanique', 'Mécanique générale', 'Centre de l’auto', 'Pneus et freins'],
  second: words(`de-la-Rive du-Vieux-Moulin des-Érables du-Belvédère de-la-Gare des-Trois-Ponts du-Plateau
    de-la-Montagne du-Canal des-Rapides du-Boisé de-l’Anse du-Faubourg des-Patriotes`),
} as const

export const STREETS =
  words(`Maple Cedar Industrial Commerce Depot Railroad Mill Lincoln Harbor Airport Union Central
  Orchard Foundry Prospect Canal Market Valley Sunset Meadow`)
export const STREET_KINDS = ['St', 'Ave', 'Rd', 'Blvd', 'Dr'] as const
export const FRENCH_STREETS = [
  'rue de l’Industrie',
  'boulevard du Parc',
  'chemin du Fleuve',
  'rue des Forges',
  'avenue des Pins',
  'rue du Marché',
  'boulevard Industriel',
  'rue de la Station',
] as const
