/**
 * Height of a horizontal axis with labels in px. With less, the chart omits all labels in fonts with tall letters (DSH-005).
 */
export const tickAxisHeight = 36

/** Layout of an axis that labels every month. On a phone, upright labels have no room. */
export const monthsAxis = (isPhone: boolean) => ({
  tickLabelInterval: () => true,
  height: isPhone ? 48 : tickAxisHeight,
  ...(isPhone && { tickLabelStyle: { angle: -50, textAnchor: 'end' as const, fontSize: 11 } }),
})
