'use client'
import button from '@/components/button.module.css'
import prose from '@/components/prose.module.css'
import { routes } from '@/lib/routes'

/** What a person sees when a page failed. The message of the error is for the log, not for visitors. */
export default function ErrorPage({ reset }: { reset: () => void }) {
  return (
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
  )
}
