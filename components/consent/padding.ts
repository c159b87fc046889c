'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from '@/lib/browser/consent/after-paint'

/**
 * For an element fixed over the end of the page: pads the page by its height, so whatever it covers can be
 * scrolled clear. What has the focus is scrolled clear immediately.
 */
export function usePagePadding<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => (element.current ? padPage(element.current) : undefined), [])
  return element
}

function padPage(element: HTMLElement): () => void {
  const { style } = document.documentElement
  // Without a height it's hidden and about to be removed: don't lay out the page again for it.
  const measure = () => {
    const height = Math.ceil(element.offsetHeight)
    if (height > 0) style.setProperty('--consent-height', `${height}px`)
  }
  const watcher = new ResizeObserver(measure)
  watcher.observe(element)
  measure()
  const focused = document.querySelector(':focus')
  if (focused && isCovered(focused, element)) focused.scrollIntoView({ block: 'nearest' })
  return () => {
    watcher.disconnect()
    afterPaint(() => style.removeProperty('--consent-height'))
  }
}

/** Measured at the end position of `above`: while it slides up it is lower. */
function isCovered(
  below: Element,
  { offsetTop, offsetLeft, offsetWidth, offsetHeight }: HTMLElement,
): boolean {
  const { top, bottom, left, right } = below.getBoundingClientRect()
  return (
    bottom > offsetTop &&
    top < offsetTop + offsetHeight &&
    right > offsetLeft &&
    left < offsetLeft + offsetWidth
  )
}
