// npm run walk: five roles follow every link, tile, tab and menu item in both languages. -- --role name --language
// en|fr --screen phone|desk --limit n --slow seed
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { buildDist, isBuildStale } from '#server/lifecycle/build.ts'
import { CHROMIUM_FLAGS, findHeadlessChromium } from '#tests/support/browser.ts'
import { endOnSignals } from '#tests/support/end-on-signals.ts'
import { walk } from './walk.ts'
import { ACTORS, type ActorName, LANGUAGES, SCREENS, startWalkWorld, type WalkLanguage } from './world.ts'

const { values } = parseArgs({
  options: {
    role: { type: 'string', multiple: true, default: Object.keys(ACTORS) },
    language: { type: 'string', multiple: true, default: [...LANGUAGES] },
    screen: { type: 'string' },
    limit: { type: 'string', default: 'Infinity' },
    slow: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const isActor = (name: string): name is ActorName => name in ACTORS
const isLanguage = (name: string): name is WalkLanguage => LANGUAGES.some((language) => language === name)
const root = new URL('../..', import.meta.url).pathname
endOnSignals()
if (await isBuildStale(root)) await buildDist(root)
const world = await startWalkWorld()
const browser = await chromium.launch({ executablePath: findHeadlessChromium(), args: CHROMIUM_FLAGS })
let found = 0
try {
  for (const actor of values.role.filter(isActor))
    for (const language of values.language.filter(isLanguage)) {
      const screen =
        values.screen === 'phone' || values.screen === 'desk'
          ? values.screen
          : language === 'fr'
            ? 'phone'
            : 'desk'
      const began = Date.now()
      const context = await browser.newContext({
        ...SCREENS[screen],
        locale: language === 'fr' ? 'fr-CA' : 'en-US',
        timezoneId: 'America/New_York',
      })
      const { findings, followed, left } = await walk({
        context,
        world,
        actor,
        language,
        limit: Number(values.limit),
        ...(values.slow !== undefined && { slowSeed: `${values.slow}/${actor}/${language}` }),
        ...(values.verbose && { print: (line: string) => console.info(line) }),
      })
      await context.close()
      found += findings.length
      for (const { path, what } of findings) console.error(`${actor} ${language}: ${path}: ${what}`)
      console.info(
        `${actor} in ${language} at a ${screen}: ${followed} ways in ${Math.round((Date.now() - began) / 1000)} s, ` +
          `${left} left: ${findings.length} findings`,
      )
    }
} finally {
  await browser.close()
  await world.stop()
}
process.exitCode = found > 0 ? 1 : 0
