import type { Brand } from '#contract/core/brand.ts'
import { brandAssets } from '#contract/core/brand-assets.ts'
import { translate } from '#server/texts/translate.ts'
import { paletteStyle } from './palette-style.ts'

/**
 * The empty frame of the app's screens, which `src/app/first-frame.ts` shows while the app loads. A template, because
 * only the device knows whether a user is signed in, and the language and color scheme.
 */
export const firstFrame = [
  '<template id="first-frame"><div class="first-frame">',
  `<header><img src="${brandAssets.icon}" alt="" width="32" height="32" /></header><nav></nav>`,
  ...(['en', 'fr'] as const).map(
    (language) => `<p lang="${language}" role="status">${translate(language, 'server/pages:firstFrame')}</p>`,
  ),
  `<section>${'<i></i>'.repeat(6)}</section>`,
  '</div></template>',
].join('')

/**
 * The frame's look: heights of `src/app/shell/shell-heights.ts` and `src/ui/layout/Page.tsx`. In the fallback of the
 * brand's font, so that the font is not fetched before the app.
 */
export function firstFrameStyle({ theme: { font, light, dark } }: Brand): string {
  return [
    `.first-frame{${paletteStyle(light)};position:fixed;inset:0;z-index:1;overflow:hidden;background:var(--ground);color:var(--text);`,
    `font:16px/1.5 "${font} fallback",system-ui,sans-serif}`,
    `[data-scheme=dark] .first-frame{${paletteStyle(dark)}}`,
    '.first-frame *{box-sizing:border-box}',
    '.first-frame header{display:flex;align-items:center;height:56px;padding:0 16px;background:var(--surface);border-bottom:1px solid var(--line)}',
    '.first-frame img{border-radius:8px}',
    '.first-frame nav{position:fixed;inset:auto 0 0;height:64px;background:var(--surface);border-top:1px solid var(--line)}',
    '.first-frame p{margin:16px 16px 0;max-width:60ch}',
    '.first-frame section{margin:16px;background:var(--surface);border:1px solid var(--line);border-radius:8px}',
    '.first-frame i{display:block;height:82px;padding:20px 16px}',
    '.first-frame i+i{border-top:1px solid var(--line)}',
    '.first-frame i::before,.first-frame i::after{content:"";display:block;width:60%;height:14px;border-radius:4px;background:var(--line)}',
    '.first-frame i::after{width:40%;margin-top:10px}',
    '@media(min-width:900px){',
    '.first-frame header{height:64px;padding:0 24px}',
    '.first-frame nav{inset:64px auto 0 0;width:112px;height:auto;border-top:0;border-right:1px solid var(--line)}',
    '.first-frame p,.first-frame section{margin:24px 24px 0 136px}}',
  ].join('')
}
