/** A bare Next app with pages of given sizes, the dynamic ones behind a middleware that does nothing. */
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildNext } from '../support/builds/edited-copy'
import { pageBytes } from './load'
import { startBare } from './servers'

export type WantedPage = { path: string; isDynamic: boolean; htmlBytes: number }

export type BareApp = { folder: string; remove(): void }

/** Builds it twice: only then the size of a page without words is known. */
export async function buildBarePages(pages: readonly WantedPage[]): Promise<BareApp> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'bare-pages-'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'public'))
  cpSync(font, join(folder, 'public', 'font.woff2'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    for (const [name, text] of Object.entries(files(pages))) writeFileSync(join(folder, name), text)
    writePages(folder, pages, () => 10)
    buildNext(folder)
    const server = await startBare(folder)
    const sizes = new Map<string, number>()
    for (const { path } of pages) sizes.set(path, await pageBytes({ server, path }))
    await server.stop()
    writePages(folder, pages, ({ path, htmlBytes }) =>
      Math.max(0, 10 + Math.round((htmlBytes - (sizes.get(path) ?? 0)) / bytesPerParagraph)),
    )
    buildNext(folder)
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}

const font = 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'

const words = 'A sentence of a page. '.repeat(9).trim()

/** In the HTML, and once more in the data for React, with its quotes escaped. */
const bytesPerParagraph =
  2 * words.length + '<p></p>'.length + String.raw`,[\"$\",\"p\",\"10\",{\"children\":\"\"}]`.length

const files = (pages: readonly WantedPage[]) => ({
  'next.config.mjs': `export default { agentRules: false, poweredByHeader: false, experimental: { agentUpgrade: false }, turbopack: { root: '/' } }\n`,
  'middleware.js': `import { NextResponse } from 'next/server'
export function middleware() { return NextResponse.next() }
export const config = { matcher: ${JSON.stringify(pages.filter(({ isDynamic }) => isDynamic).map(({ path }) => path))} }\n`,
})

function writePages(
  folder: string,
  pages: readonly WantedPage[],
  paragraphs: (page: WantedPage) => number,
): void {
  const put = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  put(
    'app/layout.jsx',
    `export const metadata = { title: 'Bare', description: 'A bare page' }
export default function Layout({ children }) {
  return <html lang="en">
    <head><link rel="preload" href="/font.woff2" as="font" type="font/woff2" crossOrigin="" /></head>
    <body>{children}</body>
  </html>
}\n`,
  )
  for (const page of pages)
    put(
      `app${page.path}/page.jsx`,
      `import Link from 'next/link'
${page.isDynamic ? "export const dynamic = 'force-dynamic'" : ''}
export default function Page() {
  return <><Link href="/" prefetch={false}>Home</Link>
    {Array.from({ length: ${paragraphs(page)} }, (_, number) => <p key={number}>${words}</p>)}</>
}\n`,
    )
}
