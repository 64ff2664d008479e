/** Height of each chart and its table in px, reserved before the chart loads. */
export const chartHeight = 260
