'use client'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { ifLoaded } from '@/lib/browser/errors/loading'
import { whenIdle } from '@/lib/browser/idle'

type Part = keyof typeof import('./late-parts').lateParts

/** What every page has and none needs at first. Its code comes after the page's own; until then there is `children`. */
export function Late({ part, children }: { part: Part; children?: ReactNode }) {
  const [Component, setComponent] = useState<ComponentType<{ children?: ReactNode }> | null>(null)
  useEffect(
    () =>
      whenIdle(
        () => void ifLoaded(import('./late-parts'), ({ lateParts }) => setComponent(() => lateParts[part])),
      ),
    [part],
  )
  return Component ? <Component>{children}</Component> : children
}
