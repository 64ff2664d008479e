import { createHash } from 'node:crypto'
import { moneyText } from '#server/db/seed/core/money.ts'
import { randomFor } from '#server/db/seed/core/random.ts'
import type { Country, GloveboxItemRow } from '#server/db/seed/core/rows.ts'
import { type ServiceKey, service } from '#server/db/seed/tables/service-definitions.ts'
import { onePagePdf } from './pdf.ts'
import { cardScan, receiptPhoto } from './pictures.ts'

/** A real file shared by many demo documents. */
export interface DemoFile {
  key: string
  contentType: 'image/jpeg' | 'image/png' | 'application/pdf'
  /** File extension without the dot. */
  ending: 'jpg' | 'png' | 'pdf'
  bytes: Buffer
  /** Hex. */
  sha256: string
}

/** The files by content. */
export interface DemoFiles {
  invoices: Record<Country, DemoFile[]>
  glovebox: Record<Country, Record<GloveboxItemRow['document_type'], DemoFile[]>>
  byKey: ReadonlyMap<string, DemoFile>
}

const INVOICED: readonly (readonly ServiceKey[])[] = [
  ['oil_change', 'inspection'],
  ['brake_pads', 'brake_rotors'],
  ['tire_replacement', 'alignment'],
  ['battery_test', 'battery'],
  ['oil_change', 'engine_air_filter', 'wiper_blades'],
]
const COLORS = ['#1d5b8f', '#7a3b3b', '#2f6b4f', '#5b4a8a'] as const

/**
 * Renders the few dozen files of the demo world: one-page PDFs, JPEG photos and PNG scans. Takes about half a second.
 */
export async function createDemoFiles(): Promise<DemoFiles> {
  const [us, ca] = await Promise.all([filesOf('US'), filesOf('CA')])
  const files: Omit<DemoFiles, 'byKey'> = {
    invoices: { US: us.invoices, CA: ca.invoices },
    glovebox: { US: us.glovebox, CA: ca.glovebox },
  }
  const all = [us, ca].flatMap(({ invoices, glovebox }) => [...invoices, ...Object.values(glovebox).flat()])
  return { ...files, byKey: new Map(all.map((file) => [file.key, file])) }
}

async function filesOf(country: Country) {
  const isFrench = country === 'CA'
  const localized = (en: string, fr: string) => (isFrench ? fr : en)
  const insurance = localized('PROOF OF INSURANCE', 'ATTESTATION ASSURANCE')
  const registration = localized('VEHICLE REGISTRATION', 'IMMATRICULATION')
  const license = localized('DRIVER LICENSE', 'PERMIS DE CONDUIRE')
  const policy = [
    localized('POLICY', 'POLICE'),
    localized('INSURED: THE FLEET', 'ASSURE: LE PARC'),
    localized('DEMO DOCUMENT', 'DOCUMENT DE DEMO'),
  ]
  const [photos, cards, registrations, licenses] = await Promise.all([
    Promise.all(INVOICED.map((keys, index) => invoicePhoto(country, keys, index))),
    Promise.all(
      COLORS.map((color, n) =>
        cardScan(insurance, [`${policy[0]} 77-${4410 + n}`, ...policy.slice(1)], color),
      ),
    ),
    Promise.all(
      COLORS.slice(0, 2).map((color, n) =>
        cardScan(registration, [`NO ${20_461 + n}`, ...policy.slice(1)], color),
      ),
    ),
    Promise.all(
      COLORS.slice(0, 3).map((color, n) =>
        cardScan(license, [`NO D-${5120 + n}`, ...policy.slice(2)], color),
      ),
    ),
  ])
  const documentFile = (title: string, name: string) =>
    fileOf(
      `${country}-${name}`,
      'pdf',
      onePagePdf(title, [...policy, localized('Keep in the vehicle.', 'À conserver dans le véhicule.')]),
    )
  return {
    invoices: [
      ...INVOICED.map((keys, index) => invoicePdf(country, keys, index)),
      ...photos.map((bytes, index) => fileOf(`${country}-invoice-photo-${index}`, 'jpg', bytes)),
    ],
    glovebox: {
      driver_license: licenses.map((bytes, n) => fileOf(`${country}-license-${n}`, 'png', bytes)),
      vehicle_insurance: [
        ...cards.map((bytes, n) => fileOf(`${country}-insurance-${n}`, 'png', bytes)),
        documentFile(insurance, 'insurance-paper'),
      ],
      registration: [
        ...registrations.map((bytes, n) => fileOf(`${country}-registration-${n}`, 'png', bytes)),
        documentFile(registration, 'registration-paper'),
      ],
      other: [
        documentFile(localized('Lease agreement', 'Contrat de location'), 'lease'),
        documentFile(localized('Permit', 'Permis spécial'), 'permit'),
        documentFile(localized('Warranty', 'Garantie'), 'warranty'),
      ],
    },
  }
}

function invoiceLines(country: Country, keys: readonly ServiceKey[], index: number) {
  const random = randomFor('invoice file', country, index)
  const rows = keys.map(service).map((definition) => ({
    name: country === 'CA' ? definition.fr : definition.en,
    cents: definition.cents + random.int(0, 40) * 100,
  }))
  const total = rows.reduce((sum, row) => sum + row.cents, 0)
  return {
    number: 10_480 + index * 17,
    rows: rows.map(({ name, cents }) => ({ name, price: moneyText(cents) })),
    total: `${moneyText(total)}${country === 'CA' ? ' CAD' : ' USD'}`,
  }
}

function invoicePdf(country: Country, keys: readonly ServiceKey[], index: number): DemoFile {
  const { number, rows, total } = invoiceLines(country, keys, index)
  const lines = [...rows.map(({ name, price }) => `${name}   ${price}`), '', `Total   ${total}`]
  const title = `${country === 'CA' ? 'Facture' : 'Invoice'} ${number}`
  return fileOf(`${country}-invoice-${index}`, 'pdf', onePagePdf(title, lines))
}

function invoicePhoto(country: Country, keys: readonly ServiceKey[], index: number): Promise<Buffer> {
  const { number, rows, total } = invoiceLines(country, keys, index + INVOICED.length)
  const lines = rows.flatMap(({ name, price }) => [name.slice(0, 26), `${' '.repeat(18)}${price}`])
  const title = `${country === 'CA' ? 'FACTURE' : 'INVOICE'} ${number}`
  return receiptPhoto(title, [...lines, '', `TOTAL     ${total}`], (index % 5) * 2 - 4)
}

const TYPES = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' } as const

function fileOf(key: string, ending: DemoFile['ending'], bytes: Buffer): DemoFile {
  return {
    key,
    ending,
    bytes,
    contentType: TYPES[ending],
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
}
