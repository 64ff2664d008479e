import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Formatter } from '#src/lib/format/format.ts'
import { vehicleDetail } from '../vehicle-name.ts'
import type { VehicleRow } from '../vehicle-rows.ts'

interface VehicleCardProps {
  row: VehicleRow
  /** Computed once for all cards: reading texts and formats per card costs more than rendering it. */
  words: {
    past_due: string
    due_soon: string
    inactive: string
    notEnrolled: string
    waiting: (count: number) => string
    distance: Formatter['distance']
  }
  /** Document icons; undefined while the glovebox is off. */
  documents: ReactNode
}

/** A vehicle on a phone: name, model, odometer and due maintenance. */
export function VehicleCard({ row, words, documents }: VehicleCardProps) {
  const { vehicle, due, grayFor, waiting } = row
  return (
    <div className={grayFor ? 'card inactive' : 'card'}>
      <Link to="/vehicles/$vehicleId" params={{ vehicleId: String(row.id) }} className="open">
        <span className="name">{row.name}</span>
        <span className="end">{words.distance(vehicle.odometer, vehicle.odometer_units)}</span>
        <span className="quiet">{vehicleDetail(vehicle)}</span>
        <span className="marks">
          {due !== 'fine' && (
            <span className={`mark ${due}`}>
              {icons[due]}
              {words[due]}
            </span>
          )}
          {grayFor && <span className="mark">{words[grayFor]}</span>}
          {waiting > 0 && (
            <span className="mark waiting">
              {icons.waiting}
              {words.waiting(waiting)}
            </span>
          )}
        </span>
      </Link>
      {documents && <div className="papers">{documents}</div>}
    </div>
  )
}

/** Material's ErrorOutlined, UpdateOutlined and AccessTimeOutlined as plain elements, created once. */
const icons = {
  past_due: icon(
    'M12 2C6.48 2 2 6.48 2 12s4.48 10 10 10 10-4.48 10-10S17.52 2 12 2m1 15h-2v-2h2zm0-4h-2V7h2z',
  ),
  due_soon: icon(
    'M11 8v5l4.25 2.52.77-1.28-3.52-2.09V8zm10 2V3l-2.64 2.64C16.74 4.01 14.49 3 12 3c-4.97 0-9 4.03-9 9s4.03 9 9 9 9-4.03 9-9h-2c0 3.86-3.14 7-7 7s-7-3.14-7-7 3.14-7 7-7c1.93 0 3.68.79 4.95 2.05L14 10z',
  ),
  waiting: icon(
    'M11.99 2C6.47 2 2 6.48 2 12s4.47 10 9.99 10C17.52 22 22 17.52 22 12S17.52 2 11.99 2M12 20c-4.42 0-8-3.58-8-8s3.58-8 8-8 8 3.58 8 8-3.58 8-8 8m.5-13H11v6l5.25 3.15.75-1.23-4.5-2.67z',
  ),
}

function icon(path: string) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
