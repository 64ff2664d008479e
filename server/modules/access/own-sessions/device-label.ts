import type { OwnSession } from '#contract/access/own-sessions.ts'

type Device = Pick<OwnSession, 'browser' | 'system' | 'form'>

/** By what a browser calls itself; the first that fits, since each also names the ones that it descends from. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: [Pick<RegExp, 'test'>, string, Device['form']][] = [
  [/\biPhone\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [{ test: (agent) => /\bAndroid\b/.test(agent) && /\bMobile\b/.test(agent) }, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bMacintosh\b/, 'Mac', 'computer'],
  [/\bLinux\b/, 'Linux', 'computer'],
]

/** What a person recognises a device by, from the user agent of its browser. */
export function deviceOf(userAgent: string): Device {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1] ?? null
  const [, system = null, form = 'unknown' as const] = SYSTEMS.find(([sign]) => sign.test(userAgent)) ?? []
  return { browser, system, form }
}
