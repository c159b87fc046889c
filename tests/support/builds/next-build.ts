/** The site as its next build: another id, other words, other code in a part that is loaded late, and a page of many links. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildEditedCopy, type Edit } from '@/scripts/measure/edited-copy'
import { buildEnvironment } from '../built-site'

export const nextBuildId = 'the-next-build'

export const linkCount = 20

const edits: readonly Edit[] = [
  {
    file: 'next.config.ts',
    found: '  poweredByHeader: false,\n',
    replacement: `  poweredByHeader: false,\n  generateBuildId: () => '${nextBuildId}',\n`,
  },
  {
    file: 'app/terms/page.tsx',
    found: 'These are the terms for using this site.',
    replacement: 'These are the new terms.',
  },
  {
    file: 'components/consent-view.tsx',
    found: 'We use cookies. You can choose at the start of this page.',
    replacement: 'We use cookies. You can choose above.',
  },
  {
    file: 'lib/routes.ts',
    found:
      "  { name: 'auth-silent-refresh', pattern: '/auth/silent-refresh', rendering: 'dynamic', guard: 'none' },\n",
    replacement: `  { name: 'auth-silent-refresh', pattern: '/auth/silent-refresh', rendering: 'dynamic', guard: 'none' },
  { name: 'many' as PageName, pattern: '/many', rendering: 'dynamic', guard: 'none' },
  { name: 'one' as PageName, pattern: '/many/{number}', rendering: 'dynamic', guard: 'none' },\n`,
  },
]

const additions = {
  'app/many/page.tsx': `import Link from 'next/link'
export const dynamic = 'force-dynamic'
export default function Page() {
  return Array.from({ length: ${linkCount} }, (_, index) => <Link key={index} href={'/many/' + index}>{index} </Link>)
}\n`,
  'app/many/[number]/page.tsx': `export function generateStaticParams() {
  return Array.from({ length: ${linkCount} }, (_, index) => ({ number: String(index) }))
}
export default function Page() { return <p>One of many</p> }\n`,
}

/** Builds it; the caller takes it away in the end. */
export function buildNextBuild(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-next-build-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  buildEditedCopy({ projectFolder: process.cwd(), folder, edits, additions, environment: buildEnvironment() })
  return { folder, remove }
}
