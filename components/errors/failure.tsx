'use client'
import { type ComponentType, useEffect, useState } from 'react'
import { routes } from '@/lib/site/routes'
import type { FailedPage } from './server-error'

type Props = { error: Error; reset: () => void; place: 'main' | 'body' }

/** Stands in place of what failed. Every page has this small part; what it shows is loaded when something fails. */
export function Failure({ error, reset, place }: Props) {
  // Asked for while what failed still stands there.
  const [kept] = useState(() => globalThis.document?.querySelector(place)?.innerHTML ?? '')
  const [View, setView] = useState<ComponentType<FailedPage> | null>(null)

  useEffect(() => {
    const loading = import('./server-error').then(({ ServerError }) => ServerError)
    // Whatever keeps them from coming: who stands here has met one error already.
    void loading.catch(() => FewWords).then((found) => setView(() => found))
  }, [])
  return View && <View error={error} reset={reset} kept={kept} />
}

/** Not even the words could be loaded. */
function FewWords() {
  return (
    <h1>
      This page could not be loaded. <a href={routes.home}>Go to the front page</a>
    </h1>
  )
}
