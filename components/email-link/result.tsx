'use client'
import { type ReactNode, useEffect, useRef } from 'react'
import styles from './email-link.module.css'

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
      <p ref={line} tabIndex={-1} className={`${styles.message} ${className ?? ''}`}>
        {words}
      </p>
      {children}
    </>
  )
}
