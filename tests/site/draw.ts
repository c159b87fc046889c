/**
 * `npm run draw`: draws the icons and the social card into `public/`, from `lib/site/brand.ts`, with the browser of the
 * tests, and writes the icon and the style sheet of `app/`. The files are kept in the repository, so neither a build nor the
 * site needs a browser.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { escapeHtml } from '@/lib/http/standalone'
import * as brand from '@/lib/site/brand'
import { findBrowser } from '../support/browser'
import { brandSheet, iconFile } from './brand-files'

const { paper, ink, muted } = brand.colors
const mark = iconFile()
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
  background:${paper.light};color:${ink.light};font-family:Figtree;text-wrap:balance">
  <div>
    <p style="display:flex;align-items:center;gap:20px;font-size:44px;font-weight:800;letter-spacing:-.03em">
      ${mark.replace('<svg', '<svg width="64" height="64" style="margin-left:-8px"')}${escapeHtml(brand.name)}</p>
    <h1 style="margin:36px 0 28px;font-size:84px;font-weight:800;line-height:1.05;letter-spacing:-.035em">
      ${escapeHtml(brand.slogan)}</h1>
    <p style="font-size:34px;line-height:1.4;color:${muted.light}">${escapeHtml(brand.description)}</p>
  </div>
  ${mark.replace('<svg', '<svg width="480" height="480" style="align-self:end;margin:0 0 -30px -40px"')}
</body>`

/** Maskable: a launcher may cut all but the middle four fifths (W3C, Web Application Manifest, 'maskable'). */
const drawings: readonly Drawing[] = [
  icon('icon-192.png', 192, { share: 1 }),
  icon('icon-512.png', 512, { share: 1 }),
  icon('icon-maskable.png', 512, { share: 0.56, background: paper.light }),
  icon('apple-touch-icon.png', 180, { share: 0.72, background: paper.light }),
  { file: 'social-card.png', width: 1200, height: 630, body: card },
]

/** Returns the picture as a PNG. */
async function draw(browser: Browser, { width, height, body }: Drawing): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } })
  const face = `@font-face{font-family:Figtree;font-weight:300 900;src:url(data:font/woff2;base64,${font})}`
  await page.setContent(
    `<!doctype html><style>${face}body{margin:0;box-sizing:border-box;height:100vh}p{margin:0}</style>${body}`,
  )
  await page.evaluate(async () => void (await document.fonts.ready))
  const picture = await page.screenshot({ omitBackground: true })
  await page.close()
  return picture
}

/** The icon for what asks for nothing else, in three sizes: a directory of PNGs (Microsoft, "Icons in Win32"). */
async function drawFavicon(browser: Browser): Promise<Buffer> {
  const sizes = [16, 32, 48]
  const pictures = await Promise.all(sizes.map((size) => draw(browser, icon('', size, { share: 1 }))))
  const header = Buffer.from([0, 0, 1, 0, sizes.length, 0])
  let offset = header.length + 16 * sizes.length
  const entries = sizes.map((size, index) => {
    const bytes = pictures[index]?.length ?? 0
    const entry = Buffer.from([size, size, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    entry.writeUInt32LE(bytes, 8)
    entry.writeUInt32LE(offset, 12)
    offset += bytes
    return entry
  })
  return Buffer.concat([header, ...entries, ...pictures])
}

async function drawAll(): Promise<void> {
  const executablePath = findBrowser()
  const browser = await chromium.launch(executablePath ? { executablePath } : {})
  for (const drawing of drawings) writeFileSync(`public/${drawing.file}`, await draw(browser, drawing))
  writeFileSync('public/favicon.ico', await drawFavicon(browser))
  await browser.close()
  writeFileSync('app/icon.svg', mark)
  writeFileSync('app/brand.css', brandSheet())
}

void drawAll()
