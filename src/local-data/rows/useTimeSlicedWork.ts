import { useEffect, useRef, useState } from 'react'
import { nextTask } from '#src/offline/model/next-task.ts'

/** Long work in steps: it may pause at each `yield`. */
export type Work<In, Out> = (input: In) => Generator<void, Out>

/** Length of one task; a single step may take longer. */
const SLICE_MS = 8

interface Job {
  steps: Generator<void, unknown>
  end: { value: unknown } | null
}
/** Each input is processed once and shared by all components. */
const jobs = new WeakMap<Work<never, unknown>, WeakMap<object, Job>>()

/**
 * Returns the result of long work: at once if one slice suffices, else after several slices, between which the page
 * stays responsive. Until then returns the result for the previous input; undefined: none yet.
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
    let isStopped = false
    const go = async () => {
      while (!isStopped && !advance(job)) await nextTask()
      if (isStopped) return
      former.current = job.end?.value as Out
      setEnded(job)
    }
    if (job.end) former.current = job.end.value as Out
    else void go()
    return () => {
      isStopped = true
    }
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

/** Runs one slice. Returns whether the work is finished. */
function advance(job: Job): boolean {
  const until = performance.now() + SLICE_MS
  while (!job.end && performance.now() < until) {
    const step = job.steps.next()
    if (step.done) job.end = { value: step.value }
  }
  return job.end !== null
}
