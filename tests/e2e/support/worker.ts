import type { BrowserContext, Page } from 'playwright/test'

declare global {
  interface Window {
    /** Set by the tests: what `holdWorker` holds back may go on. */
    letWorkerIn?: () => void
  }
}

/**
 * Holds the app's service worker back until a test asks for it, as if the first four seconds of a visit lasted: to
 * install it the browser fetches, checks and stores the whole app, which costs as much as everything else that a test does.
 */
export function holdWorker(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    if (!('serviceWorker' in navigator)) return
    const { prototype } = ServiceWorkerContainer
    const { register } = prototype
    const isAsked = new Promise<void>((resolve) => {
      window.letWorkerIn = resolve
    })
    prototype.register = async function (...given) {
      if (!(await this.getRegistration())) await isAsked
      return register.apply(this, given)
    }
  })
}

/** Lets the worker in, and waits until it controls the page. */
export function untilWorkerControls(page: Page): Promise<void> {
  return page.evaluate(async () => {
    window.letWorkerIn?.()
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}
