'use client'
import { useSyncExternalStore } from 'react'

const neverChanges = () => () => undefined

/** 'Page not found: {path}' (spec section 8). The static page cannot know the path; the browser does. */
export function NotFoundPath() {
  const path = useSyncExternalStore(
    neverChanges,
    () => location.pathname,
    () => null,
  )
  return <>{path === null ? 'Page not found' : `Page not found: ${path}`}</>
}
