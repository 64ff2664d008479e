/** Page of the server that holds reCAPTCHA's box and posts `{ captcha: answer }` to the page around it; '' when it expired. */
export const CAPTCHA_FRAME_PATH = '/api/captcha_frame'
