import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalVehicleCatalogue } from '#server/integrations/vehicle-catalogue/local.ts'
import type { DecodedVin } from '#server/integrations/vehicle-catalogue/port.ts'
import { environmentLine } from '#tools/bench/environment.ts'
import { percentile, rounded } from '#tools/bench/support/statistics.ts'
import { type ListedVin, VIN_LIST } from './vin-list.ts'

/**
 * Decodes a list of VINs with known year, make and model. Prints the share of correct results by kind of vehicle, the
 * time per VIN, and with `--all` each wrong one. Results without a goal: always exit code 0.
 */
export async function vinBench(args: string[]): Promise<number> {
  console.error(environmentLine({}))
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-vin-'))
  const catalogue = createLocalVehicleCatalogue({ folder })
  try {
    // Unpacks the catalogue, which happens once per machine and is not measured.
    await catalogue.years()
    const tookMs: number[] = []
    const results: { listed: ListedVin; decoded: DecodedVin | null }[] = []
    for (const listed of VIN_LIST) {
      const startedAt = performance.now()
      const decoded = await catalogue.decodeVin(listed.vin)
      tookMs.push(performance.now() - startedAt)
      results.push({ listed, decoded })
    }
    for (const [kind, of] of Map.groupBy(results, ({ listed }) => listed.kind)) tell(kind, of)
    tell('all', results)
    console.log(
      `vin  one VIN, p50 ${rounded(percentile(tookMs, 0.5))} ms, p95 ${rounded(percentile(tookMs, 0.95))} ms`,
    )
    if (args.includes('--all'))
      for (const { listed, decoded } of results.filter((one) => !isRight(one)))
        console.log(
          `vin  ${listed.vin}: ${listed.year} ${listed.make} ${listed.model}, decoded as ${decoded ? `${decoded.year} ${decoded.make.name} ${decoded.model.name}` : 'nothing'}`,
        )
  } finally {
    catalogue.close()
    await rm(folder, { recursive: true, force: true })
  }
  return 0
}

type Result = { listed: ListedVin; decoded: DecodedVin | null }

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The catalogue is more specific than users: 'Silverado 1500' is a Silverado, 'CXU613' a CXU. */
function isRight({ listed, decoded }: Result): boolean {
  return (
    decoded !== null &&
    decoded.year === listed.year &&
    plain(decoded.make.name).startsWith(plain(listed.make)) &&
    plain(decoded.model.name).startsWith(plain(listed.model))
  )
}

function tell(what: string, results: readonly Result[]): void {
  const share = (part: number) => `${rounded((100 * part) / results.length)} %`
  const right = results.filter(isRight).length
  const decoded = results.filter((result) => result.decoded !== null).length
  console.log(
    `vin  ${what}: ${right} of ${results.length} right in year, make and model (${share(right)}); ${share(decoded)} decoded`,
  )
}
