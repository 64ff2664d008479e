import { addDays } from '#domain/core/days.ts'
import { type Random, randomFor, uuidFor } from '#server/db/seed/core/random.ts'
import type { DocumentRow, GloveboxItemRow } from '#server/db/seed/core/rows.ts'
import type { DemoFiles } from '#server/db/seed/files/demo-files.ts'
import type { Authors } from '#server/db/seed/fleet/drivers.ts'
import type { DemoVehicle } from '#server/db/seed/fleet/vehicles.ts'
import { createDocuments } from './documents.ts'
import { contentHash } from './histories.ts'

type DocumentType = GloveboxItemRow['document_type']

/** Expiry stages: days from today, or none. */
const STAGES = { expired: [-200, -1], soon: [0, 59], later: [60, 700] } as const
type Stage = keyof typeof STAGES | 'none'

const USUAL: Record<DocumentType, Partial<Record<Stage, number>>> = {
  registration: { expired: 8, soon: 14, later: 73, none: 5 },
  vehicle_insurance: { expired: 6, soon: 18, later: 76 },
  driver_license: { expired: 5, soon: 10, later: 85 },
  other: { expired: 5, soon: 8, later: 27, none: 60 },
}
/** Together the showcase vehicles show every stage. */
const SHOWCASE: readonly Record<DocumentType, Stage>[] = [
  { registration: 'expired', vehicle_insurance: 'soon', driver_license: 'later', other: 'none' },
  { registration: 'later', vehicle_insurance: 'later', driver_license: 'soon', other: 'later' },
]
const SHARE: Record<DocumentType, number> = {
  registration: 0.85,
  vehicle_insurance: 0.85,
  driver_license: 0.25,
  other: 0.18,
}
const INSURERS = ['Lanternlight Mutual', 'Four Rivers Casualty', 'Quarterdeck Insurance'] as const
const FRENCH_INSURERS = ['Assurance du Grand-Héron', 'La Mutuelle des Rapides'] as const
const TITLES = ['Lease agreement', 'Extended warranty', 'Oversize permit', 'Tire warranty'] as const
const FRENCH_TITLES = ['Contrat de location', 'Garantie prolongée', 'Permis spécial'] as const

/** Creates glovebox items and their files for the vehicles that have a glovebox. */
export function createGlovebox(
  vehicles: readonly DemoVehicle[],
  authorsOf: (vehicle: DemoVehicle) => Authors,
  files: DemoFiles,
  today: string,
): { items: GloveboxItemRow[]; documents: DocumentRow[] } {
  const items: GloveboxItemRow[] = []
  const documents: DocumentRow[] = []
  for (const vehicle of vehicles) {
    const random = randomFor('glovebox', vehicle.row.id)
    if (!vehicle.isShowcase && !random.chance(vehicle.plan.gloveboxShare)) continue
    for (const type of Object.keys(SHARE) as DocumentType[]) {
      const hasItem = random.chance(SHARE[type])
      if (!hasItem && !vehicle.isShowcase) continue
      const item = createItem(vehicle, type, random, authorOf(authorsOf(vehicle), type, random), today)
      items.push(item)
      // Some files were replaced: the last document is the current file (GLV-030).
      const count = random.chance(0.08) ? 2 : 1
      const kinds = files.glovebox[vehicle.plan.country][type]
      const owner = { fleet_id: item.fleet_id, glovebox_item_id: item.id, created_at: item.created_at }
      const chosen = Array.from({ length: count }, () => random.pick(kinds))
      documents.push(...createDocuments(owner, type.replaceAll('_', '-'), chosen))
    }
  }
  return { items, documents }
}

function createItem(
  vehicle: DemoVehicle,
  type: DocumentType,
  random: Random,
  author: number,
  today: string,
): GloveboxItemRow {
  const { row, plan, home } = vehicle
  const id = uuidFor('glovebox item', row.id, type)
  const isFrench = plan.country === 'CA'
  const createdAt = `${addDays(today, -random.int(5, 300))}T17:30:00Z`
  return {
    id,
    fleet_id: row.fleet_id,
    vehicle_id: row.id,
    document_type: type,
    document_title: type === 'other' ? random.pick(isFrench ? FRENCH_TITLES : TITLES) : null,
    document_number: random.chance(0.9) ? `${home.state}${random.int(100_000, 999_999)}` : null,
    expiration_date: expiryOf(stageOf(vehicle, type, random), random, today),
    state_id: type === 'vehicle_insurance' ? null : home.state,
    insurance_name: type === 'vehicle_insurance' ? random.pick(isFrench ? FRENCH_INSURERS : INSURERS) : null,
    content_hash: contentHash(id),
    created_by: author,
    created_at: createdAt,
    updated_at: createdAt,
  }
}

/** Drivers add driver licenses only (GLV-015). */
function authorOf({ all, office }: Authors, type: DocumentType, random: Random): number {
  return random.pick(type === 'driver_license' ? all : office)
}

function stageOf(vehicle: DemoVehicle, type: DocumentType, random: Random): Stage {
  const drawn = random.weighted<Stage>(USUAL[type])
  return vehicle.isShowcase ? (SHOWCASE[(vehicle.row.id - 1) % 2]?.[type] ?? drawn) : drawn
}

function expiryOf(stage: Stage, random: Random, today: string): string | null {
  if (stage === 'none') return null
  const [from, to] = STAGES[stage]
  return addDays(today, random.int(from, to))
}
