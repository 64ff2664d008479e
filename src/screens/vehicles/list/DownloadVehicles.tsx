import type { RefObject } from 'react'
import { vehicleFileHeading, vehicleFileLine } from '#domain/vehicles/vehicle-file.ts'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import type { VehicleRow } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { downloadCsv } from '#src/lib/download.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useHasFeature } from '#src/session/SessionProvider.tsx'
import { DownloadMenu } from '#src/ui/menu/DownloadMenu.tsx'

export interface ShownVehicles {
  /** Filtered rows, in list order. */
  rows: readonly VehicleRow[]
  /** Whether filters or a sort order apply. */
  isNarrowed: boolean
  /** The grid's rows after its own sort and filters; null without a grid. */
  inGrid: RefObject<readonly VehicleRow[] | null>
}

/** Downloads vehicles: all from the server (VEH-012..014), or the shown ones in their order. */
export function DownloadVehicles({ hasVehicles, shown }: { hasVehicles: boolean; shown: ShownVehicles }) {
  const t = useTexts('vehicles', 'bulk-upload')
  const { language, country } = useFormat()
  const isOnline = useOnline()
  const isCanada = country === 'CA'
  const everything = () =>
    void downloadByTicket('/vehicles.csv', {
      language: language === 'fr' ? 'FR' : 'EN',
      is_canada: String(isCanada),
      download: 'true',
    })
  const download = useVehicleRowsFile()
  const asShown = () => download(shown.inGrid.current ?? shown.rows)
  const { isNarrowed } = shown
  return (
    <DownloadMenu
      label={t('vehicles:download.label')}
      disabledReason={
        (!hasVehicles && t('vehicles:download.nothing')) ||
        (!isOnline && !isNarrowed && t('vehicles:download.offline'))
      }
      onShown={isNarrowed ? asShown : everything}
      onAll={isNarrowed && isOnline ? everything : undefined}
    />
  )
}

/** Returns a function that downloads rows as a CSV file, with the columns of the server's file. */
export function useVehicleRowsFile(): (rows: readonly VehicleRow[]) => void {
  const t = useTexts('vehicles', 'bulk-upload')
  const { language, country } = useFormat()
  const hasEnrollment = useHasFeature('enrollVehicles')
  return (rows) => {
    const settings = { texts: textsOf(t), isCanada: country === 'CA', hasEnrollment }
    const lines = [
      vehicleFileHeading(settings),
      ...rows.map(({ vehicle, due }) => vehicleFileLine(vehicle, due, settings)),
    ]
    downloadCsv(lines, language, language === 'fr' ? 'vehicules.csv' : 'vehicles.csv')
  }
}

/** The same texts that the server uses, from the same files. */
function textsOf(t: ReturnType<typeof useTexts<'vehicles' | 'bulk-upload'>>) {
  return {
    column: {
      vehicle: t('vehicles:column.vehicle'),
      status: t('vehicles:column.status'),
      odometer: t('vehicles:column.odometer'),
      plate: t('vehicles:column.plate'),
      otherId: t('vehicles:column.otherId'),
      department: t('vehicles:column.department'),
      drivers: t('vehicles:column.drivers'),
      lastMaintenance: t('vehicles:column.lastMaintenance'),
      costPerDistance: t('vehicles:column.costPerDistance'),
      costPerDistance_ca: t('vehicles:column.costPerDistance', { context: 'ca' }),
      vin: t('vehicles:column.vin'),
    },
    detail: {
      state: t('vehicles:detail.state'),
      state_ca: t('vehicles:detail.state', { context: 'ca' }),
      plateExpiration: t('vehicles:detail.plateExpiration'),
    },
    ownName: t('bulk-upload:column.name_of_vehicle'),
    unassigned: t('vehicles:unassigned'),
    inactive: t('vehicles:inactive'),
    notEnrolled: t('vehicles:notEnrolled'),
    due: {
      past_due: t('vehicles:due.past_due'),
      due_soon: t('vehicles:due.due_soon'),
      fine: t('vehicles:due.fine'),
    },
  }
}
