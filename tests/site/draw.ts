/**
 * `npm run draw`: draws the icons and the social card into `public/`, from `app/icon.svg`, with the browser
 * of the tests. The files are kept in the repository, so neither a build nor the site needs a browser.
 */
import { readFileSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { palette } from '@/lib/http/standalone'
import { themeColors } from '@/lib/theme'
import { findBrowser } from '../support/browser'

const mark = readFileSync('app/icon.svg', 'utf8')
const font = readFileSync(
  'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  'base64',
)

type Drawing = { file: string; width: number; height: number; body: string }

/** The mark in the middle of a square; `share` is how much of it. Without a background it's transparent. */
function icon(file: string, size: number, { share, background }: { share: number; background?: string }) {
  const style = `display:grid;place-content:center;background:${background ?? 'none'}`
  const width = Math.round(size * share)
  const picture = mark.replace('<svg', `<svg width="${width}" height="${width}"`)
  return { file, width: size, height: size, body: `<body style="${style}">${picture}</body>` }
}

const card = `<body style="display:grid;grid-template-columns:1fr 400px;align-items:center;gap:40px;padding:0 90px;
  background:${themeColors.light};color:${palette.ink.light};font-family:Figtree;text-wrap:balance">
  <div>
    <p style="display:flex;align-items:center;gap:20px;font-size:44px;font-weight:800;letter-spacing:-.03em">
      ${mark.replace('<svg', '<svg width="64" height="64" style="margin-left:-8px"')}Foyer</p>
    <h1 style="margin:36px 0 28px;font-size:84px;font-weight:800;line-height:1.05;letter-spacing:-.035em">The front
      door,<br>done well</h1>
    <p style="font-size:34px;line-height:1.4;color:#61587a">Private notes, shared when you say so.</p>
  </div>
  ${mark.replace('<svg', '<svg width="480" height="480" style="align-self:end;margin:0 0 -30px -40px"')}
</body>`

/** Maskable: a launcher may cut all but the middle four fifths (W3C, Web Application Manifest, 'maskable'). */
const drawings: readonly Drawing[] = [
  icon('icon-192.png', 192, { share: 1 }),
  icon('icon-512.png', 512, { share: 1 }),
  icon('icon-maskable.png', 512, { share: 0.56, background: themeColors.light }),
  icon('apple-touch-icon.png', 180, { share: 0.72, background: themeColors.light }),
  { file: 'social-card.png', width: 1200, height: 630, body: card },
]

async function draw(browser: Browser, { file, width, height, body }: Drawing): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } })
  const face = `@font-face{font-family:Figtree;font-weight:300 900;src:url(data:font/woff2;base64,${font})}`
  await page.setContent(
    `<!doctype html><style>${face}body{margin:0;box-sizing:border-box;height:100vh}p{margin:0}</style>${body}`,
  )
  await page.evaluate(async () => void (await document.fonts.ready))
  await page.screenshot({ path: `public/${file}`, omitBackground: true })
  await page.close()
}

async function drawAll(): Promise<void> {
  const executablePath = findBrowser()
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  for (const drawing of drawings) await draw(browser, drawing)
  await browser.close()
}

void drawAll()
