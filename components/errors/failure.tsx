'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { isChunkLoadError } from '@/lib/builds/build-id'
import type { ServerErrorProps } from './server-error'

type Props = { error: Error; reset: () => void; container: 'main' | 'body' }

/** Replaces what failed. Small, as every page loads it; `ServerError` is loaded on failure. */
export function Failure({ error, reset, container }: Props) {
  // During the first render the failed page is still in the document.
  const [markup] = useState(() => globalThis.document?.querySelector(container)?.innerHTML ?? '')
  const [View, setView] = useState<ComponentType<ServerErrorProps> | null>(null)

  useEffect(() => {
    import('./server-error').then(
      ({ ServerError }) => setView(() => ServerError),
      (error) => {
        // Whatever the cause: one error happened already, and people must see something.
        setView(() => MinimalFailure)
        if (!isChunkLoadError(error)) throw error
      },
    )
  }, [])
  return View && <View error={error} reset={reset} markup={markup} />
}

/** Shown when even `ServerError` can't be loaded. */
function MinimalFailure() {
  return (
    <h1>
      This page couldn’t be loaded. <a href={location.pathname + location.search}>Reload it</a>
    </h1>
  )
}
