/** Addresses of the brand's images, the same on every host. */
export const brandAssets = {
  logo: '/brand/logo.svg',
  logoDark: '/brand/logo-dark.svg',
  icon: '/brand/icon.svg',
  icon192: '/brand/icon-192.png',
  icon512: '/brand/icon-512.png',
  maskable512: '/brand/icon-maskable-512.png',
  appleTouchIcon: '/brand/apple-touch-icon.png',
} as const

/** Exists only if the brand has its own text (`hasOwnPrivacyPolicy`). */
export const brandPrivacyAddress = '/brand/privacy-policy.json'
