import { useEffect, useRef, useState } from 'react'

/** Steps of long work: each `yield` is a place where it may pause. */
export type Work<In, Out> = (input: In) => Generator<void, Out>

/** Of one task; a single step may take longer. */
const SLICE_MS = 8

interface Job {
  steps: Generator<void, unknown>
  end: { value: unknown } | null
}
/** Each input is worked through once, whichever screens ask. */
const jobs = new WeakMap<Work<never, unknown>, WeakMap<object, Job>>()

/**
 * What long work makes of an input: at once where one slice is enough, else after as many as it takes, between which the
 * page answers. Until then what it made of the input before; undefined: nothing yet.
 */
export function useTimeSlicedWork<In extends object, Out>(
  input: In | undefined,
  work: Work<In, Out>,
): Out | undefined {
  const [, setEnded] = useState<Job>()
  const former = useRef<Out>(undefined)
  const job = input && jobOf(input, work)
  useEffect(() => {
    if (!job) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const go = () => {
      if (!advance(job)) timer = setTimeout(go)
      else {
        former.current = job.end?.value as Out
        setEnded(job)
      }
    }
    if (job.end) former.current = job.end.value as Out
    else go()
    return () => clearTimeout(timer)
  }, [job])
  return job?.end ? (job.end.value as Out) : former.current
}

function jobOf<In extends object, Out>(input: In, work: Work<In, Out>): Job {
  const ofWork = jobs.get(work) ?? new WeakMap<object, Job>()
  jobs.set(work, ofWork)
  const known = ofWork.get(input)
  if (known) return known
  const job: Job = { steps: work(input), end: null }
  ofWork.set(input, job)
  advance(job)
  return job
}

/** Works for a slice; answers whether it is at its end. */
function advance(job: Job): boolean {
  const until = performance.now() + SLICE_MS
  while (!job.end && performance.now() < until) {
    const step = job.steps.next()
    if (step.done) job.end = { value: step.value }
  }
  return job.end !== null
}
