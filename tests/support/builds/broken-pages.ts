/** Failing pages, added to a copy of the site. */
import type { Edit } from './edited-copy'

/** The message of every error's cause: visitors never see it, and the log doesn't have the email address. */
export const secretWords = 'the inner cause for somebody@example.com'

const thrown = `new Error('outer', { cause: new TypeError('${secretWords}') })`

const perRequest = "export const dynamic = 'force-dynamic'\n"

/** A page that embeds another site, which is in the list of services. */
export const embeddedUrl = 'https://embedded.foyer-test.example/map'

const embedding = `import { Consented } from '@/components/consent/consented'
${perRequest}export default function Page() {
  return <Consented category="marketing"><iframe title="A map" src="${embeddedUrl}" /></Consented>
}\n`

export const brokenPages: Readonly<Record<string, string>> = {
  'app/broken/embeds/page.tsx': embedding,
  'app/broken/page-throws/page.tsx': `${perRequest}export default function Page(): never { throw ${thrown} }\n`,
  'app/broken/layout-throws/layout.tsx': `${perRequest}export default function Layout(): never { throw ${thrown} }\n`,
  'app/broken/layout-throws/page.tsx': 'export default function Page() { return <p>Never seen</p> }\n',
  'app/broken/missing/page.tsx': `import { notFound } from 'next/navigation'
${perRequest}export default function Page(): never { notFound() }\n`,
  'app/broken/route-throws/route.ts': `${perRequest}export function GET(): never { throw ${thrown} }\n`,
  'app/broken/action-throws/page.tsx': `${perRequest}async function fail() {
  'use server'
  throw ${thrown}
}
export default function Page() { return <form action={fail}><button>Send</button></form> }\n`,
  'app/broken/browser-throws/page.tsx': `import { Fuse } from './fuse'
${perRequest}export default function Page() { return <><p>What the server has drawn</p><Fuse /></> }\n`,
  'app/broken/browser-throws/fuse.tsx': `'use client'
import { useEffect, useState } from 'react'
export function Fuse() {
  const [isOn, setOn] = useState(false)
  useEffect(() => setOn(true), [])
  if (isOn) throw ${thrown}
  return <p>Not yet</p>
}\n`,
  'app/broken/links/page.tsx': `import Link from 'next/link'
${perRequest}export default function Page() {
  return <><Link href="/broken/page-throws" prefetch={false}>To the page that throws</Link>
    <Link href="/broken/with-part" prefetch={false}>To the page with a part</Link></>
}\n`,
  'app/broken/with-part/page.tsx': `import { Part } from './part'
${perRequest}export default function Page() { return <Part /> }\n`,
  'app/broken/with-part/part.tsx': `'use client'
import { useState } from 'react'
export function Part() {
  const [number, setNumber] = useState(0)
  return <button onClick={() => setNumber(number + 1)}>The part is here: {number}</button>
}\n`,
  'app/broken/late/page.tsx': `${perRequest}export default function Page() {
  setTimeout(() => { void Promise.reject(${thrown}) }, 10)
  return <p>All is well here</p>
}\n`,
}

/** Allows actions on these pages, and has the middleware and the layout fail on request. */
export const brokenEdits: readonly Edit[] = [
  {
    file: 'lib/server/guard/guard.ts',
    found: '    if (match.needsSession) return await guardSession(request, match)\n',
    replacement: `    if (request.nextUrl.searchParams.has('break')) throw ${thrown}
    if (match.needsSession) return await guardSession(request, match)\n`,
  },
  {
    file: 'lib/server/front/refusal.ts',
    found: 'function refusalOfPage(path: string, isDevelopment: boolean): Refusal | null {\n',
    replacement: `function refusalOfPage(path: string, isDevelopment: boolean): Refusal | null {
  if (path.startsWith('/broken/')) return null\n`,
  },
  {
    file: 'lib/consent/inventory.ts',
    found: 'export const consentedServices: readonly ConsentedService[] = [\n',
    replacement: `export const consentedServices: readonly ConsentedService[] = [
  {
    name: 'Example Maps',
    isTag: false,
    hosts: { frames: ['${new URL(embeddedUrl).origin}'] },
    learns: 'It learns your IP address.',
    why: 'To show a map.',
    howLong: 'As its policy says.',
    stores: [
      { name: 'map_id', kind: 'cookie', category: 'marketing', purpose: 'Knows you again.', lifetime: '1 year', setBy: 'Example Maps' },
    ],
  },\n`,
  },
  {
    file: 'app/layout.tsx',
    found: 'export default function AppLayout({ children }: { children: ReactNode }) {\n',
    replacement: `export default function AppLayout({ children }: { children: ReactNode }) {
  if (process.env.BREAK_LAYOUT) throw ${thrown}\n`,
  },
]
