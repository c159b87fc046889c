'use client'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = { words: string; className?: string | undefined; children: ReactNode }

/** The outcome of a link, in place of its form. Takes the focus, so keyboard and screen readers follow. */
export function MailLinkResult({ words, className, children }: Props) {
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
