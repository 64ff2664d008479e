import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalVehicleCatalog } from '#server/integrations/vehicle-catalog/local.ts'
import type { DecodedVin } from '#server/integrations/vehicle-catalog/port.ts'
import type { Report } from '#tools/bench/report/report.ts'
import { percentile } from '#tools/bench/support/statistics.ts'
import { type ListedVin, VIN_LIST } from './vin-list.ts'

/**
 * Decodes a list of VINs with known year, make and model. Prints the share of correct results by kind of vehicle, the
 * time per VIN, and with `--all` each wrong one.
 */
export async function vinBench(args: string[], report: Report): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wheelbook-vin-'))
  const catalog = createLocalVehicleCatalog({ folder })
  try {
    // Unpacks the catalog, which happens once per machine and is not measured.
    await catalog.years()
    const tookMs: number[] = []
    const results: { listed: ListedVin; decoded: DecodedVin | null }[] = []
    for (const listed of VIN_LIST) {
      const startedAt = performance.now()
      const decoded = await catalog.decodeVin(listed.vin)
      tookMs.push(performance.now() - startedAt)
      results.push({ listed, decoded })
    }
    reportKind(report, 'all', results)
    for (const [kind, of] of Map.groupBy(results, ({ listed }) => listed.kind)) reportKind(report, kind, of)
    const times = { unit: 'ms', goal: null, samples: tookMs.length }
    report({ figure: 'one VIN, p50', value: percentile(tookMs, 0.5), ...times })
    report({ figure: 'one VIN, p95', value: percentile(tookMs, 0.95), ...times })
    if (args.includes('--all'))
      for (const { listed, decoded } of results.filter((one) => !isRight(one)))
        console.error(
          `${listed.vin}: ${listed.year} ${listed.make} ${listed.model}, decoded as ${decoded ? `${decoded.year} ${decoded.make.name} ${decoded.model.name}` : 'nothing'}`,
        )
  } finally {
    catalog.close()
    await rm(folder, { recursive: true, force: true })
  }
}

type Result = { listed: ListedVin; decoded: DecodedVin | null }

const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The catalog is more specific than users: 'Silverado 1500' is a Silverado, 'CXU613' a CXU. */
function isRight({ listed, decoded }: Result): boolean {
  return (
    decoded !== null &&
    decoded.year === listed.year &&
    plain(decoded.make.name).startsWith(plain(listed.make)) &&
    plain(decoded.model.name).startsWith(plain(listed.model))
  )
}

function reportKind(report: Report, kind: string, results: readonly Result[]): void {
  const share = (part: readonly Result[]) => (100 * part.length) / results.length
  const rest = { unit: '%', goal: null, samples: results.length }
  const decoded = results.filter((result) => result.decoded !== null)
  report({
    figure: `${kind}: correct in year, make and model`,
    value: share(results.filter(isRight)),
    ...rest,
  })
  report({ figure: `${kind}: decoded`, value: share(decoded), ...rest })
}
