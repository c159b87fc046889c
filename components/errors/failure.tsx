'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { isChunkLoadError } from '@/lib/builds/build-id'
import type { ServerErrorProps } from './server-error'

type Props = { error: Error; reset: () => void; container: 'main' | 'body' }

/** Replaces what failed. Every page loads this, so it is small; what it shows is loaded on failure. */
export function Failure({ error, reset, container: place }: Props) {
  // During the first render the failed page is still in the document.
  const [kept] = useState(() => globalThis.document?.querySelector(place)?.innerHTML ?? '')
  const [View, setView] = useState<ComponentType<ServerErrorProps> | null>(null)

  useEffect(() => {
    import('./server-error').then(
      ({ ServerError }) => setView(() => ServerError),
      (error) => {
        // Whatever the cause, show something: there has been one error already.
        setView(() => MinimalFailure)
        if (!isChunkLoadError(error)) throw error
      },
    )
  }, [])
  return View && <View error={error} reset={reset} markup={kept} />
}

/** Shown when even `ServerError` can't be loaded. */
function MinimalFailure() {
  return (
    <h1>
      This page couldn’t be loaded. <a href={location.pathname + location.search}>Reload it</a>
    </h1>
  )
}
