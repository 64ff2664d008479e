import { csvHeaders } from '#server/csv.ts'
import { os } from '#server/http/calls/implementer.ts'
import { requireFeature } from '#server/http/security/access.ts'
import { translate } from '#server/texts/translate.ts'
import type { DatabaseUseCase } from '#server/use-case.ts'
import { listGlovebox } from '../glovebox/glovebox.service.ts'
import { recallsOfVehicle } from '../recalls/recalls.reads.ts'
import { knownModelCheck } from '../specs/require-known-model.ts'
import {
  createVehicle,
  deactivateVehicle,
  deleteVehicle,
  listDrivers,
  updateVehicle,
} from './vehicle-entry.service.ts'
import { vehiclesFile } from './vehicles.csv.ts'
import { getVehicleDetail, listVehicleNames, listVehicles } from './vehicles.service.ts'

export const vehiclesRoutes = ({
  db,
  ports,
}: Pick<DatabaseUseCase<'brands' | 'vehicleCatalog'>, 'db' | 'ports'>) => ({
  list: os.vehicles.list.handler(({ input, context }) =>
    context.read((tx) => listVehicles(tx, context.actor(), input)),
  ),
  show: os.vehicles.show.handler(({ input, context }) =>
    context.read(async (tx) => {
      const useCase = context.useCase(tx)
      const vehicle = await getVehicleDetail(tx, context.actor(), input.id)
      if (input.include !== 'all') return vehicle
      const { glovebox_items } = await listGlovebox(useCase, input.id)
      return { ...vehicle, recalls: await recallsOfVehicle(tx, input.id), glovebox_items }
    }),
  ),
  all: os.vehicles.all.handler(({ input, context }) =>
    context.read((tx) => listVehicleNames(tx, context.actor(), input)),
  ),
  csv: os.vehicles.csv.handler(({ input, context }) => {
    const { language } = input
    return {
      headers: csvHeaders(translate(language, 'server/files:vehicles')),
      body: vehiclesFile(
        { db, actor: context.actor() },
        {
          language,
          isCanada: input.is_canada ?? context.actor().fleet.country === 'CA',
          hasEnrollment: context.request.offeringBrand.traits.hasEnrollment,
        },
      ),
    }
  }),
  drivers: os.vehicles.drivers.handler(({ input, context }) =>
    context.read((tx) => listDrivers(context.useCase(tx), input)),
  ),
  create: os.vehicles.create.handler(({ input, context }) => {
    const requireKnownModel = knownModelCheck(ports.vehicleCatalog)
    return context.write(input, (tx) =>
      createVehicle({ ...context.useCase(tx), ports, requireKnownModel }, input),
    )
  }),
  update: os.vehicles.update.handler(({ input, context }) => {
    if (input.fleetcor_enrolled !== undefined) requireFeature(context.request, 'enrollVehicles')
    const requireKnownModel = knownModelCheck(ports.vehicleCatalog)
    return context.write(input, (tx, precondition) =>
      updateVehicle({ ...context.useCase(tx), ports, requireKnownModel }, input, precondition),
    )
  }),
  destroy: os.vehicles.destroy.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => deleteVehicle(context.useCase(tx), input.id, precondition)),
  ),
  deactivate: os.vehicles.deactivate.handler(({ input, context }) =>
    context.write(input, (tx, precondition) => deactivateVehicle(context.useCase(tx), input, precondition)),
  ),
})
