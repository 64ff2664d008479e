import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Labels of the form's fields. */
export function useFieldLabels() {
  const t = useTexts('vehicle-form')
  const { country } = useFormat()
  const context = { context: country.toLowerCase() }
  return {
    vin: t('vehicle-form:field.vin'),
    license_plate_number: t('vehicle-form:field.plate'),
    license_plate_state: t('vehicle-form:field.plateState', context),
    license_plate_expiration: t('vehicle-form:field.plateExpiration'),
    year: t('vehicle-form:field.year'),
    make: t('vehicle-form:field.make'),
    model: t('vehicle-form:field.model'),
    sub_model: t('vehicle-form:field.subModel'),
    engine: t('vehicle-form:field.engine'),
    vehicle_type_id: t('vehicle-form:field.type'),
    name_of_vehicle: t('vehicle-form:field.name'),
    other_id: t('vehicle-form:field.otherId'),
    department_number: t('vehicle-form:field.department'),
    odometer: t('vehicle-form:field.odometer', context),
    address: t('vehicle-form:field.address'),
    drivers: t('vehicle-form:field.drivers'),
  }
}
