/** The layout without cookie consent, to measure its cost for returning visitors. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { consentBoot } from '@/lib/consent/boot'
import { routes } from '@/lib/site/routes'
import { buildEditedCopy, type Edit } from './edited-copy'
import { gzipBytes, scriptsOf } from './page-scripts'

export const withoutConsent: readonly Edit[] = [
  ...['app/layout.tsx', 'app/global-error.tsx'].flatMap((file) => [
    { file, found: "import { Consent } from '@/components/consent/consent'\n", replacement: '' },
    { file, found: '        <Consent />\n', replacement: '' },
  ]),
  {
    file: 'components/layout/footer.tsx',
    found: "import { CookieSettings } from '@/components/consent/cookie-settings'\n",
    replacement: '',
  },
  {
    file: 'components/layout/footer.tsx',
    found: '        <CookieSettings>Cookie settings</CookieSettings>\n',
    replacement: '',
  },
]

/** The gzipped bytes of consent on the home page for returning visitors. Builds the site again. */
export function returningBytes(): number {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-without-consent-'))
  try {
    buildEditedCopy({ folder, edits: withoutConsent })
    const bytesIn = (build: string) => gzipBytes(build, scriptsOf(build, routes.home))
    const scripts = bytesIn('.next') - bytesIn(path.join(folder, '.next'))
    return scripts + gzipSync(consentBoot, { level: 9 }).length
  } finally {
    rmSync(folder, { recursive: true })
  }
}
