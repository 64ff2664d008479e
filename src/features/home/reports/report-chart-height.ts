/** Height of the chart in px, reserved before its code loads. */
export const REPORT_CHART_HEIGHT = 320
