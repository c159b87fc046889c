'use client'
import { type ReactNode, useEffect, useRef } from 'react'

type Props = { words: string; className?: string | undefined; children: ReactNode }

/** Replaces the link's form with its outcome. Takes the focus, for keyboards and screen readers. */
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
