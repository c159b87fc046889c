'use client'
import { Consent } from '@/components/consent/consent'
import { Failure } from '@/components/errors/failure'
import { Deferred } from '@/components/layout/deferred'
import * as brand from '@/lib/site/brand'
import './globals.css'

/**
 * Replaces the whole document when even the layout failed. Until its scripts run, Next's `_global-error.html`
 * shows unstyled: our policy blocks its inline styles, and the file can't be replaced.
 */
export default function GlobalErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>{brand.pageTitle('Internal Server Error')}</title>
      </head>
      <body>
        <Consent />
        <main>
          <Failure error={error} reset={reset} container="body" />
        </main>
        <Deferred part="DocumentParts" />
      </body>
    </html>
  )
}
