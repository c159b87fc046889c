'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { afterPaint } from '@/lib/browser/consent/after-paint'

/**
 * A ref for an element fixed over the end of the page: pads the page by its height, so that what it covers can be scrolled
 * clear. Scrolls a covered focused element clear immediately.
 */
export function usePagePadding<E extends HTMLElement>(): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => (element.current ? padPage(element.current) : undefined), [])
  return element
}

function padPage(element: HTMLElement): () => void {
  const { style } = document.documentElement
  // Without a height it's hidden and about to be removed: the page needs no new layout.
  const measure = () => {
    const height = Math.ceil(element.offsetHeight)
    if (height > 0) style.setProperty('--consent-height', `${height}px`)
  }
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  measure()
  const focused = document.querySelector(':focus')
  if (focused && isCovered(focused, element)) focused.scrollIntoView({ block: 'nearest' })
  return () => {
    observer.disconnect()
    afterPaint(() => style.removeProperty('--consent-height'))
  }
}

/** Uses the layout position of the cover, as its animation starts lower. */
function isCovered(
  element: Element,
  { offsetTop, offsetLeft, offsetWidth, offsetHeight }: HTMLElement,
): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  return (
    bottom > offsetTop &&
    top < offsetTop + offsetHeight &&
    right > offsetLeft &&
    left < offsetLeft + offsetWidth
  )
}
