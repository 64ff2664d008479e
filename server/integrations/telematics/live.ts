import * as z from 'zod/mini'
import { latestDay } from '#domain/core/days.ts'
import type { GeotabConfig } from '#server/config/config.ts'
import { ExternalApiError, type RetryPolicy } from '#server/integrations/external-api.ts'
import type { CircuitOptions } from '../circuit.ts'
import { DIAGNOSTICS } from './geotab-diagnostics.ts'
import { geotabSession } from './geotab-session.ts'
import type { Fault, Reading, Telematics, TelematicsNews } from './port.ts'

/** Records per response; MyGeotab's own limit. */
const PAGE = 50_000
/** A timeout halves the records per response down to this. The end of the feed doubles them again. */
const PAGE_MIN = 5000
/** Period covered by the first query. */
const FIRST_DAYS = 7
/** Maximum diagnostic names fetched with one page of faults. */
const NAMES_MAX = 50

/** A MyGeotab reference to an entity: its id alone, or an object. */
const Reference = z.union([
  z.pipe(
    z.string(),
    z.transform((id) => ({ id, name: undefined as string | undefined })),
  ),
  z.looseObject({ id: z.string(), name: z.optional(z.string()) }),
])
const Device = z.looseObject({
  id: z.string(),
  vehicleIdentificationNumber: z.nullish(z.string()),
  activeTo: z.nullish(z.string()),
})
const StatusData = z.looseObject({
  device: Reference,
  diagnostic: Reference,
  dateTime: z.iso.datetime({ offset: true }),
  data: z.number(),
})
const FaultData = z.looseObject({
  id: z.string(),
  device: Reference,
  diagnostic: Reference,
  dateTime: z.iso.datetime({ offset: true }),
  /** Set when a user dismissed it in MyGeotab. */
  dismissDateTime: z.optional(z.string()),
})
const Feed = z.looseObject({ data: z.array(z.unknown()), toVersion: z.string() })
/** `adjusted`: ids of devices whose adjusted odometer was read. Cursors of earlier versions lack it. */
const Cursor = z.object({
  status: z.string(),
  fault: z.string(),
  adjusted: z._default(z.array(z.string()), []),
})

/** MyGeotab, by JSON-RPC (ruling 23; developers.geotab.com). */
export function geotabTelematics(
  config: GeotabConfig,
  patience?: RetryPolicy,
  now: () => Date = () => new Date(),
  options: Pick<CircuitOptions, 'log'> = {},
): Telematics {
  const callApi = geotabSession(config, patience, options)
  const names = new Map<string, string>()
  const feed = feedReader(callApi, now)

  /** Returns the name of a diagnostic, which a feed usually omits, or its id if the name is unknown. */
  async function nameOf(database: string, id: string): Promise<string> {
    const key = `${database} ${id}`
    const known = names.get(key)
    if (known !== undefined) return known
    const result = await callApi(database, {
      method: 'Get',
      params: () => ({ typeName: 'Diagnostic', search: { id } }),
    })
    const [found] = readAll(z.looseObject({ name: z.optional(z.string()) }), asList(result))
    names.set(key, found?.name ?? id)
    return found?.name ?? id
  }

  async function faultsOf(
    database: string,
    data: unknown[],
    wanted: ReadonlySet<string>,
  ): Promise<Pick<TelematicsNews, 'faults' | 'dismissed'>> {
    const { open, dismissed } = latestFaults(data, wanted, now())
    const faults: Fault[] = []
    let lookups = 0
    for (const { id, device, diagnostic, dateTime } of open.filter(isPossible)) {
      const needsName = diagnostic.name === undefined && lookups++ < NAMES_MAX
      const name = diagnostic.name ?? (needsName ? await nameOf(database, diagnostic.id) : diagnostic.id)
      faults.push({ deviceId: device.id, id, name, at: dateTime })
    }
    return { faults, dismissed: dismissed.map(({ id, device }) => ({ deviceId: device.id, id })) }
  }

  /** False for a day that has begun nowhere on earth: the device has a wrong clock. */
  const isPossible = ({ dateTime }: { dateTime: string }) => latestDay(new Date(dateTime)) <= latestDay(now())

  return {
    kind: 'live',
    async devicesOf(database) {
      const result = await callApi(database, {
        method: 'Get',
        params: () => ({ typeName: 'Device', resultsLimit: PAGE }),
      })
      return activeDevices(asList(result), now())
    },
    async news(database, { cursor, devices }) {
      const wanted = new Set(devices.map(({ deviceId }) => deviceId))
      const from = cursorOf(cursor)
      const status = await feed(database, 'StatusData', from?.status)
      const fault = await feed(database, 'FaultData', from?.fault)
      const data = readAll(StatusData, status.data).filter(
        (record) => wanted.has(record.device.id) && isPossible(record),
      )
      const known = from?.adjusted.filter((id) => wanted.has(id)) ?? []
      const adjusted = new Set([...known, ...adjustedIn(data)])
      return {
        readings: latestOf(data, adjusted),
        ...(await faultsOf(database, fault.data, wanted)),
        cursor: JSON.stringify({
          status: status.toVersion,
          fault: fault.toVersion,
          adjusted: [...adjusted],
        } satisfies z.infer<typeof Cursor>),
        hasMore: status.hasMore || fault.hasMore,
      }
    },
  }
}

/** Returns a function that reads the records of a feed since a version. */
function feedReader(callApi: ReturnType<typeof geotabSession>, now: () => Date) {
  /** Records per response of each feed that timed out before. */
  const limits = new Map<string, number>()

  return async function feed(database: string, typeName: string, fromVersion: string | undefined) {
    const fromDate = new Date(now().getTime() - FIRST_DAYS * 86_400_000).toISOString()
    const from = fromVersion === undefined ? { search: { fromDate } } : { fromVersion }
    const key = `${database} ${typeName}`
    let resultsLimit = PAGE
    const result = await callApi(database, {
      method: 'GetFeed',
      params() {
        resultsLimit = limits.get(key) ?? PAGE
        return { typeName, resultsLimit, ...from }
      },
      onTimeout: () => void limits.set(key, Math.max(PAGE_MIN, Math.floor(resultsLimit / 2))),
    })
    const read = readAs(Feed, result)
    const hasMore = read.data.length >= resultsLimit
    if (!hasMore && resultsLimit < PAGE) limits.set(key, Math.min(PAGE, resultsLimit * 2))
    return { ...read, hasMore }
  }
}

/** Returns the devices in use. The list is complete if it ends before the limit and every record could be read. */
function activeDevices(records: readonly unknown[], now: Date) {
  const valid = readAll(Device, records)
  const devices = valid.flatMap(({ id, vehicleIdentificationNumber, activeTo }) => {
    const vin = vehicleIdentificationNumber?.trim().toUpperCase() || null
    const isActive = typeof activeTo !== 'string' || Date.parse(activeTo) > now.getTime()
    return isActive ? [{ deviceId: id, vin }] : []
  })
  return { devices, isComplete: records.length < PAGE && valid.length === records.length }
}

/** Returns the last record of each fault: a feed repeats one that was dismissed. */
function latestFaults(data: readonly unknown[], wanted: ReadonlySet<string>, now: Date) {
  const records = readAll(FaultData, data).filter(({ device }) => wanted.has(device.id))
  const latest = [...new Map(records.map((record) => [record.id, record])).values()]
  const isDismissed = ({ dismissDateTime: at }: z.infer<typeof FaultData>) =>
    at !== undefined && Date.parse(at) <= now.getTime()
  return { open: latest.filter((code) => !isDismissed(code)), dismissed: latest.filter(isDismissed) }
}

/** Returns the ids of the devices with an adjusted odometer. */
const adjustedIn = (data: readonly z.infer<typeof StatusData>[]): string[] =>
  data.flatMap(({ device, diagnostic }) =>
    DIAGNOSTICS.get(diagnostic.id)?.odometer === 'adjusted' ? [device.id] : [],
  )

/** Returns the latest value of each device and measure; the raw odometer only of devices without an adjusted one. */
function latestOf(data: readonly z.infer<typeof StatusData>[], adjusted: ReadonlySet<string>): Reading[] {
  const latest = new Map<string, Reading>()
  for (const { device, diagnostic, dateTime, data: value } of data) {
    const meaning = DIAGNOSTICS.get(diagnostic.id)
    if (!meaning || (meaning.odometer === 'raw' && adjusted.has(device.id))) continue
    const { measure, wheel, factor } = meaning
    const key = `${device.id} ${measure} ${wheel}`
    if (Date.parse(latest.get(key)?.at ?? '') > Date.parse(dateTime)) continue
    latest.set(key, { deviceId: device.id, measure, wheel, value: value * factor, at: dateTime })
  }
  return [...latest.values()]
}

function cursorOf(text: string | null) {
  if (text === null) return undefined
  return z.parse(Cursor, JSON.parse(text))
}

function readAs<S extends z.ZodMiniType>(schema: S, result: unknown): z.output<S> {
  const read = z.safeParse(schema, result)
  if (!read.success) throw new ExternalApiError('bad_answer', 'MyGeotab: response has an unexpected shape')
  return read.data
}

const asList = (result: unknown): unknown[] => readAs(z.array(z.unknown()), result)

/** Returns the records that match the schema. An invalid record does not affect the others. */
function readAll<S extends z.ZodMiniType>(schema: S, data: readonly unknown[]): z.output<S>[] {
  return data.flatMap((record) => {
    const read = z.safeParse(schema, record)
    return read.success ? [read.data] : []
  })
}
