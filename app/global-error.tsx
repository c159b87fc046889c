'use client'
import { Analytics } from '@/components/analytics'
import { Consent } from '@/components/consent'
import { EmulatorBanner } from '@/components/emulator-banner'
import { Failure } from '@/components/failure'
import './globals.css'

/** What stands in place of everything when even the layout failed: a document of its own, in the site's own clothes. */
export default function GlobalErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>Internal Server Error · Foyer</title>
      </head>
      <body>
        <Consent />
        <main>
          <Failure error={error} reset={reset} place="body" />
        </main>
        <EmulatorBanner />
        <Analytics />
      </body>
    </html>
  )
}
