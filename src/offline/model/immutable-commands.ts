import type * as z from 'zod/mini'
import {
  IntervalCompletedInput,
  ServiceCompletedInput,
  ServicesCompletedInput,
} from '#contract/maintenance/marks.ts'
import { SnoozeInput } from '#contract/maintenance/reminders.ts'
import { ReadingInput, VoidInput } from '#contract/vehicles/odometer.ts'
import { dayIn } from '#domain/core/days.ts'
import type { Command } from './command.ts'
import { Invalid } from './errors.ts'

/** Commands that are never edited: each is its own entity, without files. */
export type ImmutableCommand = Extract<
  Command,
  {
    kind:
      | 'reading.create'
      | 'void.create'
      | 'mark.create'
      | 'interval-mark.create'
      | 'service-mark.create'
      | 'snooze.create'
  }
>

/** The contract's schema of each kind. */
export const IMMUTABLE_COMMAND_SCHEMAS: Readonly<Record<ImmutableCommand['kind'], z.ZodMiniType>> = {
  'reading.create': ReadingInput,
  'void.create': VoidInput,
  'mark.create': ServicesCompletedInput,
  'interval-mark.create': IntervalCompletedInput,
  'service-mark.create': ServiceCompletedInput,
  'snooze.create': SnoozeInput,
}

export const isImmutableCommand = (command: Command): command is ImmutableCommand =>
  Object.hasOwn(IMMUTABLE_COMMAND_SCHEMAS, command.kind)

/** Whether an operation of this kind belongs to a vehicle's schedule or log. */
export const isImmutableKind = (kind: string): boolean => Object.hasOwn(IMMUTABLE_COMMAND_SCHEMAS, kind)

/** Rejects readings dated in the future. @throws Invalid */
export function rejectFutureReading(command: ImmutableCommand, now: number): void {
  if (command.kind === 'reading.create' && command.payload.read_on > dayIn(undefined, new Date(now)))
    throw new Invalid({ read_on: ['future'] })
}
