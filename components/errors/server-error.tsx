'use client'
import { useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import prose from '@/components/ui/prose.module.css'
import { reloadForChunk } from '@/lib/browser/errors/chunk-reload'
import { isChunkLoadError } from '@/lib/builds/build-id'
import { routes } from '@/lib/site/routes'
import { Reference } from './reference'

type Viewer =
  | { kind: 'unknown' | 'bot' }
  | { kind: 'person'; watchReference?: (listener: (reference: string | null) => void) => () => void }

export type ServerErrorProps = {
  error: Error
  reset: () => void
  /** The page before the failure, for bots. */
  markup: string
}

/**
 * Tells a person that a page failed; the error's message is only in the log. A bot sees the page as it was before, or
 * nothing (S25).
 */
export function ServerError({ error, reset, markup }: ServerErrorProps) {
  const [viewer, setViewer] = useState<Viewer>({ kind: 'unknown' })
  const [reference, setReference] = useState<string | null>(null)

  useEffect(() => {
    void detectViewer(error).then(setViewer)
  }, [error])

  useEffect(() => (viewer.kind === 'person' ? viewer.watchReference?.(setReference) : undefined), [viewer])

  if (viewer.kind === 'unknown') return null
  // biome-ignore lint/security/noDangerouslySetInnerHtml: this page's own markup, and only for bots
  if (viewer.kind === 'bot') return <div dangerouslySetInnerHTML={{ __html: markup }} />
  // `detectViewer` reloads first: that didn't help, or wasn't possible.
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
        <a href={routes.home}>Go to the home page</a>
        <span data-contact="">
          {' '}
          or <a href={routes.contact}>tell us about it</a>
        </span>
      </p>
      <Reference reference={reference} />
    </article>
  )
}

/** Unknown while the page is about to reload. */
async function detectViewer(error: Error): Promise<Viewer> {
  if (isChunkLoadError(error)) {
    const isReloading = await reloadForChunk()
    return { kind: isReloading ? 'unknown' : 'person' }
  }
  try {
    const errors = await import('@/lib/browser/errors/report')
    errors.reportError(error)
    if (!errors.isBot())
      return { kind: 'person', watchReference: (listener) => errors.watchReference(error, listener) }
    errors.hideFailedPage()
    return { kind: 'bot' }
  } catch (missing) {
    // Without the code of the check, assumes a person.
    if (isChunkLoadError(missing)) return { kind: 'person' }
    throw missing
  }
}
