'use client'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { whenIdle } from '@/lib/browser/idle'

type Part = keyof typeof import('./deferred-parts').deferredParts

/** A part of every page that none needs at first: its code loads once the page is idle. Renders `children` until then. */
export function Deferred({ part, children }: { part: Part; children?: ReactNode }) {
  const [Component, setComponent] = useState<ComponentType<{ children?: ReactNode }> | null>(null)
  useEffect(
    () =>
      whenIdle(
        () =>
          void ifLoaded(import('./deferred-parts'), ({ deferredParts }) =>
            setComponent(() => deferredParts[part]),
          ),
      ),
    [part],
  )
  return Component ? <Component>{children}</Component> : children
}
