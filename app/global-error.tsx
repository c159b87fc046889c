'use client'
import { Analytics } from '@/components/analytics'
import { Consent } from '@/components/consent'
import { ServerError } from '@/components/server-error'
import { consentBoot } from '@/lib/consent-boot'
import './globals.css'

/** What stands in place of everything when even the layout failed: a document of its own, in the site's own clothes. */
export default function GlobalErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <html lang="en">
      <head>
        <title>Internal Server Error · Foyer</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, named by hash in the policies */}
        <script dangerouslySetInnerHTML={{ __html: consentBoot }} />
      </head>
      <body>
        <Consent />
        <main>
          <ServerError error={error} reset={reset} place="body" />
        </main>
        <Analytics />
      </body>
    </html>
  )
}
