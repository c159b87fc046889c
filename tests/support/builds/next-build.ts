/** The site as its next build: another id, other words, other code in a part that is loaded late, and a page of many links. */
import type { Edit } from './edited-copy'

export const nextBuildId = 'the-next-build'

export const linkCount = 20

export const nextEdits: readonly Edit[] = [
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
    file: 'components/consent/view.tsx',
    found: 'We use cookies. You can choose at the start of this page.',
    replacement: 'We use cookies. You can choose above.',
  },
]

export const nextPages = {
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
