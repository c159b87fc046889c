/** A Next app with a single link: what Next itself loads, to compare Foyer with. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '@/lib/site/routes'
import { buildNext } from './edited-copy'
import { gzipBytes, scriptsOf } from './page-scripts'

const files = {
  'app/layout.jsx': `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>
}\n`,
  'app/page.jsx': `import Link from 'next/link'
export default function Page() { return <Link href="/">Home</Link> }\n`,
  // The packages are a link that leads out of the app, and Turbopack wants both below its root.
  'next.config.mjs': `export default { agentRules: false, experimental: { agentUpgrade: false }, turbopack: { root: '/' } }\n`,
}

/** The scripts of its page and their bytes. It is built outside the project, or Next would take in our middleware. */
export function measureBareApp(): { scripts: number; bytes: number } {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'bare-app-'))
  try {
    mkdirSync(join(folder, 'app'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    buildNext(folder)
    const build = join(folder, '.next')
    const scripts = scriptsOf(build, routes.home)
    return { scripts: scripts.length, bytes: gzipBytes(build, scripts) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
