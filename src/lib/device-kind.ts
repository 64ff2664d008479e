export type DeviceKind = 'phone' | 'computer' | 'device'

interface DeviceTraits {
  /** `navigator.userAgentData.mobile`, if the browser supports it. */
  isMobile: boolean | undefined
  userAgent: string
  /** Whether the primary pointer is a finger. */
  isCoarse: boolean
  /** Shorter side of the screen in CSS pixels. */
  shortSide: number
}

/** Wider than any phone's screen, narrower than any tablet's. */
const PHONE_SIDE_MAX = 520

/** Returns how texts name this device. Tablets and unclear cases are a 'device'. */
export function deviceKindOf({ isMobile, userAgent, isCoarse, shortSide }: DeviceTraits): DeviceKind {
  const isPhoneAgent =
    /iPhone|iPod/.test(userAgent) ||
    (userAgent.includes('Mobile') && (userAgent.includes('Android') || userAgent.includes('Firefox')))
  if (isMobile || isPhoneAgent) return 'phone'
  if (isCoarse) return shortSide <= PHONE_SIDE_MAX ? 'phone' : 'device'
  return /iPad|Android/.test(userAgent) ? 'device' : 'computer'
}

export function thisDeviceKind(): DeviceKind {
  const { userAgentData } = navigator as { userAgentData?: { mobile?: boolean } }
  return deviceKindOf({
    isMobile: userAgentData?.mobile,
    userAgent: navigator.userAgent,
    isCoarse: matchMedia('(pointer: coarse)').matches,
    shortSide: Math.min(screen.width, screen.height),
  })
}
