import { os } from '#server/http/calls/implementer.ts'
import { requireFeature } from '#server/http/security/access.ts'
import type { GloveboxService } from '../glovebox/glovebox.service.ts'
import { recallsOfVehicle } from '../recalls/recalls.reads.ts'
import type { VehicleEntryService } from './vehicle-entry.service.ts'
import type { vehiclesCsv } from './vehicles.csv.ts'
import type { VehiclesService } from './vehicles.service.ts'

export const vehiclesRoutes = (
  service: VehiclesService,
  entries: VehicleEntryService,
  glovebox: GloveboxService,
  file: ReturnType<typeof vehiclesCsv>,
) => ({
  list: os.vehicles.list.handler(({ input, context }) =>
    context.read((tx) => service.list(tx, context.actor(), input)),
  ),
  show: os.vehicles.show.handler(({ input, context }) =>
    context.read(async (tx) => {
      const vehicle = await service.detail(tx, context.actor(), input.id)
      if (input.include !== 'all') return vehicle
      const { glovebox_items } = await glovebox.list(tx, context.actor(), input.id)
      return { ...vehicle, recalls: await recallsOfVehicle(tx, input.id), glovebox_items }
    }),
  ),
  all: os.vehicles.all.handler(({ input, context }) =>
    context.read((tx) => service.all(tx, context.actor(), input)),
  ),
  csv: os.vehicles.csv.handler(({ input, context }) => {
    const language = input.language === 'FR' || input.language === 'fr' ? 'fr' : 'en'
    return {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${language === 'fr' ? 'vehicules' : 'vehicles'}.csv"`,
      },
      body: file(context.actor(), {
        language,
        isCanada: input.is_canada ?? context.actor().fleet.country === 'CA',
        hasEnrolment: context.request.brand.traits.hasEnrolment,
      }),
    }
  }),
  drivers: os.vehicles.drivers.handler(({ input, context }) =>
    context.read((tx) => entries.drivers(tx, context.actor(), input.search ?? '')),
  ),
  create: os.vehicles.create.handler(({ input, context }) =>
    context.write(input, (tx) => entries.create(tx, context.actor(), input)),
  ),
  update: os.vehicles.update.handler(({ input, context }) => {
    if (input.fleetcor_enrolled !== undefined) requireFeature(context.request, 'enrolVehicles')
    return context.write(input, (tx, precondition) =>
      entries.update(tx, context.actor(), input, precondition),
    )
  }),
  destroy: os.vehicles.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => entries.destroy(tx, context.actor(), input.id, precondition)),
  ),
  deactivate: os.vehicles.deactivate.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => entries.deactivate(tx, context.actor(), input, precondition)),
  ),
})
