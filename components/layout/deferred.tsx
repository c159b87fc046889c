'use client'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { whenIdle } from '@/lib/browser/idle'

type Part = keyof typeof import('./deferred-parts').deferredParts

/** What every page has and none needs at first. Its code comes after the page's own; until then there is `children`. */
export function Deferred({ part, children }: { part: Part; children?: ReactNode }) {
  const [Component, setComponent] = useState<ComponentType<{ children?: ReactNode }> | null>(null)
  useEffect(
    () =>
      whenIdle(
        () =>
          void ifLoaded(import('./deferred-parts'), ({ deferredParts: lateParts }) =>
            setComponent(() => lateParts[part]),
          ),
      ),
    [part],
  )
  return Component ? <Component>{children}</Component> : children
}
