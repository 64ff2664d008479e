import type { OwnSession } from '#contract/access/own-sessions.ts'

type Device = Pick<OwnSession, 'browser' | 'system' | 'form'>

/** The first match wins, because a browser's user agent also names the browsers it derives from. */
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

/** Returns a recognizable description of a device, from its user agent. */
export function deviceOf(userAgent: string): Device {
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1] ?? null
  const [, system = null, form = 'unknown' as const] = SYSTEMS.find(([sign]) => sign.test(userAgent)) ?? []
  return { browser, system, form }
}
