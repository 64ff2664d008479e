import { test as base, expect, test } from 'playwright/test'
import { seededRandom } from '#tests/offline/fault-plan.ts'
import { observe } from './observed.ts'
import { watchLoadingIndicators } from './screen.ts'
import { walk, walkOn } from './walk.ts'
import { createWalker } from './walker.ts'
import { ACTORS, type ActorName, LANGUAGES, SCREENS, startWalkWorld, type WalkWorld } from './world.ts'

// A constant part of `npm run walk`: a few controls per role and language.

/** Number of controls that each walk follows. */
const CONTROLS = 8

let world: WalkWorld | undefined
base.beforeAll(async () => {
  base.setTimeout(180_000)
  world = await startWalkWorld()
})
base.afterAll(() => world?.stop())

test.describe('following links, tabs and menus leads to no dead end', () => {
  // All tests share one world.
  test.describe.configure({ mode: 'default' })
  for (const actor of Object.keys(ACTORS) as ActorName[])
    for (const language of LANGUAGES)
      test(`as ${actor} in ${language}`, async ({ browser }) => {
        test.setTimeout(240_000)
        const context = await browser.newContext({
          ...SCREENS[language === 'en' ? 'desk' : 'phone'],
          locale: `${language}-CA`,
          timezoneId: 'America/New_York',
        })
        if (!world) throw new Error('No world')
        const random = seededRandom(`walk/${actor}/${language}`)
        const { findings, followed } = await walk({
          context,
          world,
          actor,
          language,
          limit: CONTROLS,
          random,
        })
        expect(findings).toEqual([])
        expect(followed).toBe(CONTROLS)
        await context.close()
      })
})

/** An app of four screens with one problem of each kind. */
const FAULTY = `<!doctype html><html lang="fr"><title>·</title><main></main><script>
  const screens = {
    '/': '<h1>Accueil</h1><a href="/list">5 véhicules</a> <a href="/gone">Ailleurs</a> <button>Rien</button>' +
      '<button onclick="open_()" aria-haspopup="menu">Plus</button><a href="/slow">Lent</a><a href="/fails">Panne</a>',
    '/list': '<h1>Liste</h1><ul data-total="4"></ul>',
    '/gone': '<h1>history:form.odometer.label</h1><p>Try again</p>',
    '/slow': '<h1>Lent</h1><span role="progressbar" aria-valuenow="1"></span>',
    '/fails': '<h1>Panne</h1>',
  }
  const draw = () => {
    document.querySelector('main').innerHTML = screens[location.pathname]
    if (location.pathname === '/fails') fetch('/api/v4/vehicles')
  }
  const open_ = () => document.querySelector('main').insertAdjacentHTML('beforeend',
    '<div role="menu">Choix <a href="/file" download style="display: inline-block; width: 20px">&nbsp;</a></div>')
  addEventListener('popstate', draw)
  addEventListener('keydown', ({ key }) => key === 'Escape' && document.querySelector('[role=menu]')?.remove())
  addEventListener('click', (event) => {
    const link = event.target.closest('a')
    if (!link) return
    event.preventDefault()
    history.pushState({}, '', link.href)
    draw()
  })
  draw()
</script></html>`

test('detects what it looks for', async ({ page, context }) => {
  await watchLoadingIndicators(context)
  await page.route('http://walk.test/**', (route) =>
    new URL(route.request().url()).pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: FAULTY })
      : route.fulfill({ status: 404 }),
  )
  const observed = await observe(context, page)
  await page.goto('http://walk.test/')
  const { findings } = await walkOn(createWalker({ page, observed, language: 'fr' }))
  expect(findings.map(({ what }) => what.split(':')[0])).toEqual([
    'says 5, the list has 4',
    'raw keys',
    'English',
    'a button without an effect',
    'a link without a name',
    'a progress bar without a name',
    'GET /api/v4/vehicles returned 404',
    'a file that returned 404',
  ])
})
