/**
 * Converts a nested value to multipart form fields: `vehicle_services[0][price]`, `glovebox_item[document_number]`
 * (MHX-023, GLV-025). Leaves out undefined and null; all other values become text.
 */
export function formFields(value: Readonly<Record<string, unknown>>): [name: string, text: string][] {
  return Object.entries(value).flatMap(([name, part]) => fieldsOf(name, part))
}

/** The same as a request body. */
export function toForm(value: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  for (const [name, text] of formFields(value)) form.append(name, text)
  return form
}

function fieldsOf(name: string, part: unknown): [string, string][] {
  if (part === undefined || part === null) return []
  if (typeof part !== 'object') return [[name, String(part)]]
  return Object.entries(part).flatMap(([key, inner]) => fieldsOf(`${name}[${key}]`, inner))
}
