'use client'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '@/components/ui/button'
import { refreshSilently } from '@/lib/browser/session/renewal'
import type { PublicConfig } from '@/lib/config/config'
import type { SitePath } from '@/lib/site/routes'

/** Renews the session on load and continues; if the provider can't be reached, offers to try again. */
export function SilentRefresh({ config, next }: { config: PublicConfig; next: SitePath }) {
  const [isUnreachable, setUnreachable] = useState(false)

  const refresh = useCallback(async () => {
    setUnreachable(false)
    const path = await refreshSilently(config, next).catch((error: unknown) => {
      setUnreachable(true)
      throw error
    })
    if (path) location.replace(path)
    else setUnreachable(true)
  }, [config, next])

  useEffect(() => void refresh(), [refresh])

  return (
    <div role="status">
      {isUnreachable && (
        <>
          <p>
            We couldn’t reach the sign-in service. You haven’t been signed out. Check your connection and try
            again.
          </p>
          <p>
            <Button onClick={refresh}>Try again</Button>
          </p>
        </>
      )}
    </div>
  )
}
