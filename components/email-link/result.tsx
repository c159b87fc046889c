'use client'
import { type ReactNode, useEffect, useRef } from 'react'

/** What has become of a link, in the place of what could be pressed: the keyboard and screen readers come along. */
export function MailLinkResult({
  words,
  className,
  children,
}: {
  words: string
  className?: string | undefined
  children: ReactNode
}) {
  const line = useRef<HTMLParagraphElement>(null)
  useEffect(() => line.current?.focus(), [])
  return (
    <>
      <p ref={line} tabIndex={-1} className={className}>
        {words}
      </p>
      {children}
    </>
  )
}
