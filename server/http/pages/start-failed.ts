import type { Brand } from '#contract/core/brand.ts'
import { translate } from '#server/texts/translate.ts'
import { paletteStyle } from './palette-style.ts'

/** What `src/app/start-failed.ts` shows if the app's code cannot be loaded, in both languages. */
export const startFailed = [
  '<template id="start-failed"><main class="start-failed">',
  ...(['en', 'fr'] as const).map((language) =>
    [
      `<div lang="${language}" role="alert"><h1>${translate(language, 'server/pages:startFailed.title')}</h1>`,
      `<p>${translate(language, 'server/pages:startFailed.message')}</p>`,
      `<button type="button">${translate(language, 'server/pages:startFailed.retry')}</button></div>`,
    ].join(''),
  ),
  '</main></template>',
].join('')

/** The look of the message, in the system's font. */
export function startFailedStyle({ theme: { light, dark } }: Brand): string {
  return [
    `.start-failed{${paletteStyle(light)};position:fixed;inset:0;display:grid;place-items:center;padding:24px;text-align:center;`,
    'background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}',
    `[data-scheme=dark] .start-failed{${paletteStyle(dark)}}`,
    '.start-failed div{max-width:44ch}',
    '.start-failed h1{font-size:22px;line-height:1.3;margin:0 0 8px}',
    '.start-failed p{margin:0 0 24px}',
    '.start-failed button{min-height:44px;padding:0 24px;border:0;border-radius:8px;font:inherit;font-weight:600;cursor:pointer;',
    'background:var(--primary);color:var(--on-primary)}',
  ].join('')
}
