/** A Next app with nothing but a link and words: what Next itself loads and costs, to compare Foyer with. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildNext } from './edited-copy'

export type BarePage = { path: string; isDynamic: boolean; htmlBytes: number }

export type BareApp = { folder: string; build: string; remove(): void }

/**
 * Builds pages of about these sizes, the dynamic ones behind a middleware that does nothing. It is built outside the project,
 * or Next would take in our middleware.
 */
export function buildBareApp(pages: readonly BarePage[]): BareApp {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'bare-app-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    mkdirSync(join(folder, 'public'))
    cpSync(font, join(folder, 'public', 'font.woff2'))
    for (const [name, text] of Object.entries(files(pages))) {
      mkdirSync(dirname(join(folder, name)), { recursive: true })
      writeFileSync(join(folder, name), text)
    }
    buildNext(folder)
    return { folder, build: join(folder, '.next'), remove }
  } catch (error) {
    remove()
    throw error
  }
}

const font = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'

// The packages are a link that leads out of the app, and Turbopack wants both below its root.
const files = (pages: readonly BarePage[]): Record<string, string> => ({
  'next.config.mjs': `export default { agentRules: false, poweredByHeader: false, experimental: { agentUpgrade: false }, turbopack: { root: '/' } }\n`,
  'middleware.js': `import { NextResponse } from 'next/server'
export function middleware() { return NextResponse.next() }
export const config = { matcher: ${JSON.stringify(pages.filter(({ isDynamic }) => isDynamic).map(({ path }) => path))} }\n`,
  'app/layout.jsx': `export const metadata = { title: 'Bare', description: 'A bare page' }
export default function Layout({ children }) {
  return <html lang="en">
    <head><link rel="preload" href="/font.woff2" as="font" type="font/woff2" crossOrigin="" /></head>
    <body>{children}</body>
  </html>
}\n`,
  ...Object.fromEntries(pages.map((page) => [`app${page.path}/page.jsx`, pageSource(page)])),
})

function pageSource({ isDynamic, htmlBytes }: BarePage): string {
  const count = Math.max(0, Math.round((htmlBytes - bytesWithoutWords) / bytesPerParagraph))
  return `import Link from 'next/link'
${isDynamic ? "export const dynamic = 'force-dynamic'" : ''}
export default function Page() {
  return <><Link href="/" prefetch={false}>Home</Link>
    {Array.from({ length: ${count} }, (_, number) => <p key={number}>${words}</p>)}</>
}\n`
}

const words = 'A sentence of a page. '.repeat(9).trim()

/** In the HTML, and once more in the data for React, with its quotes escaped. */
const bytesPerParagraph =
  2 * words.length + '<p></p>'.length + String.raw`,[\"$\",\"p\",\"10\",{\"children\":\"\"}]`.length

/** What Next's own HTML has, roughly. */
const bytesWithoutWords = 6_000
