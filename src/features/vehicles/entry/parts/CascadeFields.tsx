import { VEHICLE_TEXT_MAX } from '#domain/core/limits.ts'
import { useEngineName } from '#src/i18n/useEngineName.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { ChoiceInput } from '#src/ui/form/ChoiceInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { type Choices, useCascade } from '../useCascade.ts'
import type { VehicleFormState } from '../useVehicleForm.ts'
import { useFieldLabels } from './useFieldLabels.ts'

type Name = 'year' | 'make' | 'model' | 'sub_model' | 'engine'

/**
 * Year, make, model, sub-model and engine, each from a list that depends on the previous one (VEH-042, VEH-043). Values
 * that are not in the catalog are typed (ruling 19).
 */
export function CascadeFields({ form }: { form: VehicleFormState }) {
  const labels = useFieldLabels()
  const textOf = useFieldTexts()
  const engineName = useEngineName()
  const { values, change, codes } = form
  const { years, makes, models, subModels, engines } = useCascade(values)
  const field = (name: Name, choices: Choices, id?: 'motorMakeID' | 'motorModelID') => ({
    name,
    label: labels[name],
    // Existing vehicles may lack values that were never known.
    required: form.isNew,
    value: values[name],
    options: choices.names,
    loading: choices.isLoading,
    maxLength: VEHICLE_TEXT_MAX,
    error: textOf(codes, name) ?? (id && textOf(codes, id)),
  })
  return (
    <Columns min={220}>
      <ChoiceInput
        {...field('year', years)}
        inputMode="numeric"
        onChange={(year) => change({ year: year.trim() })}
      />
      <ChoiceInput
        {...field('make', makes, 'motorMakeID')}
        onChange={(make) => change({ make, motorMakeID: makes.idOf(make) })}
      />
      <ChoiceInput
        {...field('model', models, 'motorModelID')}
        onChange={(model) => change({ model, motorModelID: models.idOf(model) })}
      />
      <ChoiceInput {...field('sub_model', subModels)} onChange={(sub_model) => change({ sub_model })} />
      <ChoiceInput
        {...field('engine', engines)}
        value={engineName(values.engine)}
        options={engines.names.map(engineName)}
        onChange={(typed) =>
          change({ engine: engines.names.find((name) => engineName(name) === typed) ?? typed })
        }
      />
    </Columns>
  )
}
