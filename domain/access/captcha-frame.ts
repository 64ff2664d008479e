/**
 * Page that shows the reCAPTCHA widget and posts `{ captcha: answer }` to its parent page; '' when the answer expired.
 */
export const CAPTCHA_FRAME_PATH = '/api/captcha_frame'
