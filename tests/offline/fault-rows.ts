/** Fields of a body, nested by their bracket names; every value is text, or a number or boolean from JSON. */
export type Fields = { [name: string]: unknown }

/** A file that an entry announced. */
export interface AnnouncedFile {
  id: string
  file_name: string
  content_type: string
  byte_size: number
  sha256: string
}

/** Reads a multipart form or a JSON body into nested fields: `vehicle_services[0][price]` → [{ price }]. */
export async function readFields(contentType: string, body: Buffer): Promise<Fields> {
  if (contentType.startsWith('application/json')) return JSON.parse(body.toString('utf8'))
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': contentType },
  }).formData()
  const fields: Fields = {}
  for (const [name, value] of form) place(fields, name.split(/[[\]]+/).filter(Boolean), value)
  return fields
}

function place(into: Fields, [head = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    into[head] = value
    return
  }
  into[head] ??= /^\d+$/.test(rest[0] ?? '') ? [] : {}
  place(into[head] as Fields, rest, value)
}

/** Files that a body announces, without lines that destroy one. */
export function announcedFiles(fields: Fields): AnnouncedFile[] {
  return lines(fields)
    .filter((line) => line._destroy === undefined)
    .map((line) => ({ ...(line as unknown as AnnouncedFile), byte_size: Number(line.byte_size) }))
}

export const destroyedFileIds = (fields: Fields): string[] =>
  lines(fields)
    .filter((line) => line._destroy !== undefined)
    .map((line) => String(line.id))

function lines(fields: Fields): Fields[] {
  const attributes = fields.maintenance_documents_attributes ?? fields.glovebox_documents_attributes
  return Array.isArray(attributes) ? (attributes as Fields[]) : []
}

/** What a row adds to its fields. */
interface RowFacts {
  id: string
  rev: number
  files: (AnnouncedFile & { state: 'awaited' | 'stored' })[]
}

/** The row as the contract's `ManualHistory` shows it. */
export function historyRow(fields: Fields, { id, rev, files }: RowFacts) {
  const services = (fields.vehicle_services ?? []) as Fields[]
  return {
    id,
    vehicle_id: Number(fields.vehicle_id),
    shop_id: fields.shop_id === undefined ? null : Number(fields.shop_id),
    shop: null,
    custom_shop_name: fields.custom_shop_name ?? null,
    zip: fields.zip ?? null,
    po_number: fields.po_number ?? null,
    customer_comments: fields.customer_comments ?? null,
    odometer: Number(fields.odometer),
    odometer_units: 'mi',
    date_of_completion: fields.date_of_completion,
    maintenance_type: 'Manually Entered',
    status: 'complete',
    order_services: services.map((service, index) => ({
      id: `${id.slice(0, -4)}${String(index).padStart(4, '0')}`,
      service_definition_id: Number(service.service_definition_id),
      name: 'Service',
      price: service.price,
      position: service.position ?? null,
      service_miles: service.service_miles === undefined ? null : Number(service.service_miles),
      service_kilometers:
        service.service_kilometers === undefined ? null : Number(service.service_kilometers),
    })),
    total: '0.00',
    maintenance_documents: files.map((file) => ({
      ...file,
      invoice_document_url: { url: `/api/v4/maintenance_documents/${file.id}` },
    })),
    attachments_missing: files.filter((file) => file.state === 'awaited').length,
    created_by_name: null,
    entered_at: fields.entered_at ?? null,
    updated_at: new Date().toISOString(),
    rev,
  }
}

/** The row as the contract's `GloveboxItem` shows it. */
export function gloveboxRow(fields: Fields, { id, rev, files }: RowFacts) {
  return {
    id,
    vehicle_id: Number(fields.vehicle_id),
    document_type: fields.document_type,
    document_title: fields.document_title ?? null,
    document_number: fields.document_number ?? null,
    expiration_date: fields.expiration_date ?? null,
    state_id: fields.state_id ?? null,
    insurance_name: fields.insurance_name ?? null,
    expires_in_days: null,
    glovebox_documents: files.map((file) => ({
      ...file,
      document_url: { url: `/api/v4/glovebox_documents/${file.id}` },
    })),
    created_by_name: null,
    updated_at: new Date().toISOString(),
    rev,
  }
}
