import localFont from 'next/font/local'
import './globals.css'
import type { Metadata, Viewport } from 'next'
import type { ReactNode } from 'react'
import { Consent } from '@/components/consent/consent'
import { Deferred } from '@/components/layout/deferred'
import { Footer, Header } from '@/components/layout/frame'
import { PageProgress } from '@/components/layout/page-progress'
import { consentBoot } from '@/lib/consent/boot'
import { scriptRetryBoot } from '@/lib/errors/script-retry'
import { sessionBoot } from '@/lib/session/hint'
import { pictures, wellKnown } from '@/lib/site/api-routes'
import * as brand from '@/lib/site/brand'
import { themeBoot } from '@/lib/theme'

/** Spec section 2: one preloaded font family, weights 300 to 900. Self-hosted. Never swapped, as that moves text. */
const latin = localFont({
  src: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  weight: '300 900',
  display: 'optional',
  preload: true,
  variable: '--font-latin',
})

const latinExtended = localFont({
  src: '../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2',
  weight: '300 900',
  display: 'optional',
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: 'unicode-range', value: 'U+0100-02BA, U+1E00-1EFF, U+20A0-20C0, U+2C60-2C7F' }],
  variable: '--font-latin-ext',
})

export const metadata: Metadata = {
  title: { default: brand.name, template: brand.pageTitle('%s') },
  description: brand.description,
  manifest: wellKnown.manifest,
  icons: { apple: pictures.touchIcon },
  openGraph: { siteName: brand.name, type: 'website' },
}

export const viewport: Viewport = {
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: brand.colors.paper.light },
    { media: '(prefers-color-scheme: dark)', color: brand.colors.paper.dark },
  ],
}

/** Reads nothing from the request, which would make every page dynamic. */
export default function AppLayout({ children }: { children: ReactNode }) {
  return (
    // The boot scripts set attributes on it: the theme, and whether a user is signed in.
    <html lang="en" className={`${latin.variable} ${latinExtended.variable}`} suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, its hash is in the policies */}
        <script dangerouslySetInnerHTML={{ __html: themeBoot() }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, its hash is in the policies */}
        <script dangerouslySetInnerHTML={{ __html: sessionBoot }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, its hash is in the policies */}
        <script dangerouslySetInnerHTML={{ __html: consentBoot }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, its hash is in the policies */}
        <script dangerouslySetInnerHTML={{ __html: scriptRetryBoot }} />
      </head>
      <body>
        <p className="older-browser" data-nosnippet>
          Your browser is too old for parts of this site. Update it or use another one.
        </p>
        <Consent />
        <PageProgress />
        <Header />
        <main id="main">{children}</main>
        <Footer />
        <Deferred part="DocumentParts" />
      </body>
    </html>
  )
}
