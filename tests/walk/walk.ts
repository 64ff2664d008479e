import type { BrowserContext } from 'playwright'
import { signInDirectly } from '#tests/e2e/support/fixtures.ts'
import { untilLoaded } from '#tests/e2e/support/screens.ts'
import { holdWorker } from '#tests/e2e/support/worker.ts'
import { observe } from './observed.ts'
import { watchLoadingIndicators } from './screen.ts'
import { slowDown } from './slow.ts'
import { createWalker, type Finding, followControl, inspectScreen, type Walker } from './walker.ts'
import type { ActorName, WalkLanguage, WalkWorld } from './world.ts'

interface WalkLimits {
  /** Maximum number of controls to follow; default: all. */
  limit?: number
  /** Returns random numbers from 0 to 1 that select the next control; default: in the order of discovery. */
  random?: () => number
}

interface WalkOptions extends WalkLimits {
  context: BrowserContext
  world: WalkWorld
  actor: ActorName
  language: WalkLanguage
  print?: (line: string) => void
  /** Slows the page down; random delays from this seed. */
  slowSeed?: string
}

interface Walked {
  findings: Finding[]
  followed: number
  /** Number of controls that were found but not followed. */
  left: number
}

/** Signs in and follows each kind of control once. Returns the findings. */
export async function walk({
  context,
  world,
  actor,
  language,
  print,
  slowSeed,
  ...course
}: WalkOptions): Promise<Walked> {
  const { user, at } = await world.actor(actor, language)
  await signInDirectly(context, world.build, user, at)
  await watchLoadingIndicators(context)
  await holdWorker(context)
  const page = await context.newPage()
  const observed = await observe(context, page)
  if (slowSeed !== undefined) await slowDown(context, page, slowSeed)
  await page.goto(`${at}/dashboard`)
  await untilLoaded(page)
  const walked = await walkOn(createWalker({ page, observed, language, print }), course)
  await page.close()
  return walked
}

/** Follows the controls of the current screen, and those that they lead to. */
export async function walkOn(
  walker: Walker,
  { limit = Number.POSITIVE_INFINITY, random = () => 0 }: WalkLimits = {},
): Promise<Walked> {
  const { waiting, findings } = walker
  await inspectScreen(walker, [], 'start')
  let followed = 0
  for (; followed < limit; followed += 1) {
    const [next] = waiting.splice(Math.floor(random() * waiting.length), 1)
    if (!next) break
    await followControl(walker, next)
  }
  return { findings, followed, left: waiting.length }
}
