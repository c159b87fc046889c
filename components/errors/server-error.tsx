'use client'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import prose from '@/components/ui/prose.module.css'
import { reloadForChunk } from '@/lib/browser/errors/chunk-reload'
import { isChunkLoadError } from '@/lib/builds/build-id'
import { routes } from '@/lib/site/routes'
import { Reference } from './reference'

type Viewer = { by: 'nobody' } | { by: 'bot' } | { by: 'person'; reference: string | null }

export type ServerErrorProps = {
  error: Error
  reset: () => void
  /** The markup before the failure, for bots. */
  markup: string
}

/**
 * What a person sees when a page failed; the error's message is for the log only. A bot sees the page as it
 * was before, or nothing (S25).
 */
export function ServerError({ error, reset, markup: kept }: ServerErrorProps) {
  const [seen, setSeen] = useState<Viewer>({ by: 'nobody' })

  useEffect(() => {
    void detectViewer(error).then(setSeen)
  }, [error])

  if (seen.by === 'nobody') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this page's own markup, and only for bots
  if (seen.by === 'bot') return <div dangerouslySetInnerHTML={{ __html: kept }} />
  // A reload didn't help, or wasn't possible.
  const isPartMissing = isChunkLoadError(error)
  return (
    <article className={prose.prose}>
      <h1>{isPartMissing ? 'Part of this page is missing' : 'Internal Server Error'}</h1>
      <p className={prose.lead}>
        <span>
          {isPartMissing
            ? 'It couldn’t be loaded. You might be offline, or the site was just updated.'
            : 'Something went wrong on our side.'}
        </span>{' '}
        If you were signed in, you still are.
      </p>
      <p>
        <Button look="primary" onClick={isPartMissing ? () => location.reload() : reset}>
          {isPartMissing ? 'Reload the page' : 'Try again'}
        </Button>
      </p>
      <p>
        <a href={routes.home}>Go to the home page</a> or <a href={routes.contact}>tell us about it</a>.
      </p>
      <Reference reference={seen.reference} />
    </article>
  )
}

/** Who is looking; nobody while the page is about to reload. */
async function detectViewer(error: Error): Promise<Viewer> {
  if (isChunkLoadError(error)) {
    const isLeaving = await reloadForChunk()
    return isLeaving ? { by: 'nobody' } : { by: 'person', reference: null }
  }
  try {
    const errors = await import('@/lib/browser/errors/report')
    errors.reportError(error)
    if (!errors.isBot()) return { by: 'person', reference: errors.referenceForErrorPage(error) }
    errors.hideFailedPage()
    return { by: 'bot' }
  } catch (missing) {
    // The check itself is missing: assume a person.
    if (isChunkLoadError(missing)) return { by: 'person', reference: null }
    throw missing
  }
}
