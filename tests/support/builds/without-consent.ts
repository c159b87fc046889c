/** The layout without cookie consent, as the measure for what a visitor pays who has chosen before. */
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

/** The bytes, gzipped, of consent on the home page of whoever has chosen before. Builds the site once more. */
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
