import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>
const pause = () => new Promise((resolve) => setTimeout(resolve))

it('renders the fallback until the code is there, then the component at once', async () => {
  const Lazy = lazyComponent(async () => Greeting, <p>Loading</p>)
  expect(renderToStaticMarkup(<Lazy name="Ada" />)).toBe('<p>Loading</p>')
  Lazy.preload()
  await pause()
  expect(renderToStaticMarkup(<Lazy name="Ada" />)).toBe('<p>Hello Ada</p>')
})

it('passes its properties to a fallback that is a function', () => {
  const Lazy = lazyComponent(
    async () => Greeting,
    ({ name }) => name,
  )
  expect(renderToStaticMarkup(<Lazy name="Ada" />)).toBe('Ada')
})

it('loads the code once, and again after a failure', async () => {
  let loads = 0
  const Lazy = lazyComponent(async () => {
    if (++loads === 1) throw new Error('No connection')
    return Greeting
  })
  for (let i = 0; i < 3; i++) {
    Lazy.preload()
    Lazy.preload()
    await pause()
  }
  expect(loads).toBe(2)
  expect(renderToStaticMarkup(<Lazy name="Ada" />)).toBe('<p>Hello Ada</p>')
})
