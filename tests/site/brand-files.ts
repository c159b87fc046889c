/** The files that follow from `lib/site/brand.ts` and can't read it. */
import { escapeHtml } from '@/lib/http/standalone'
import * as brand from '@/lib/site/brand'

/** The icon of the site's pages. */
export function iconFile(): string {
  const { viewBox, paths } = brand.mark
  const drawing = paths.map(({ fill, d }) => `<path fill="${fill}" d="${d}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><title>${escapeHtml(brand.name)}</title>${drawing}</svg>\n`
}

/** The colours, for the other style sheets. */
export function brandSheet(): string {
  const properties = Object.entries(brand.colors).map(
    ([name, color]) => `    --${name}: ${brand.cssColor(color)};\n`,
  )
  return `/* Written by \`npm run draw\` from lib/site/brand.ts. */
@layer base {
  :root {
${properties.join('')}  }
}
`
}
