'use client'
import button from '@/components/button.module.css'
import { Consent } from '@/components/consent'
import prose from '@/components/prose.module.css'
import { consentBoot } from '@/lib/consent-boot'
import { routes } from '@/lib/routes'
import './globals.css'

/** What a person sees when even the layout failed: a document of its own, in the site's own clothes. */
export default function GlobalErrorPage({ reset }: { reset: () => void }) {
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
          <article className={prose.prose}>
            <h1>Internal Server Error</h1>
            <p className={prose.lead}>
              Something went wrong on our side. You are still signed in, if you were before.
            </p>
            <p>
              <button type="button" className={button.primary} onClick={reset}>
                Try again
              </button>
            </p>
            <p>
              <a href={routes.home}>Go to the front page</a> or <a href={routes.contact}>tell us about it</a>.
            </p>
          </article>
        </main>
      </body>
    </html>
  )
}
