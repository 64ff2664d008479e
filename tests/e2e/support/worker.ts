import type { BrowserContext, Page } from 'playwright/test'

declare global {
  interface Window {
    /** Set by the tests: releases what `holdWorker` holds back. */
    letWorkerIn?: () => void
  }
}

/**
 * Holds the app's service worker back until a test releases it, as in the first four seconds of a visit. Installing it
 * downloads, checks and stores the whole app, which takes as long as the rest of a test.
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

/** Releases the worker, and waits until it controls the page. */
export function untilWorkerControls(page: Page): Promise<void> {
  return page.evaluate(async () => {
    window.letWorkerIn?.()
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })
}
