'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { coverState } from '@/lib/browser/session/cover'
import { watchSession } from '@/lib/browser/session/watch'
import type { PublicConfig } from '@/lib/config/config'

const words = {
  unchecked: null,
  unknown: 'We can’t verify your session right now. You’re still signed in; we’ll keep trying.',
  'signed-out': 'You’ve been signed out.',
} as const

/** Keeps a signed-in page in sync with its session; visible only when it covers the page. */
export function SessionWatcher({ config, userId }: { config: PublicConfig; userId: string }) {
  const cover = useSyncExternalStore(coverState.subscribe, coverState.current, () => null)
  useEffect(() => watchSession({ config, userId }), [config, userId])
  return (
    <div role="status" data-session-cover="">
      {cover && words[cover] && <p className="box">{words[cover]}</p>}
    </div>
  )
}
