'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import button from '@/components/ui/button.module.css'
import { settleSession } from '@/lib/browser/email-link/links'
import type { MailCode } from '@/lib/browser/identity/firebase'
import type { PublicConfig } from '@/lib/config/config'
import type { MailLink } from '@/lib/email-link'
import type { IdentityErrorCode } from '@/lib/identity/error-words'
import { routes, type SitePath } from '@/lib/site/routes'
import styles from './email-link.module.css'

export type OpenedLink = { config: PublicConfig; link: MailLink; next: SitePath; isSignedIn: boolean }

/** The props of each kind of link. */
export type MailLinkProps = OpenedLink & {
  read: MailCode | null
  /** Runs the step that consumes the link. If the link is expired or used, the page shows that instead. */
  use: <Step extends { status: string; code?: IdentityErrorCode }>(step: () => Promise<Step>) => Promise<Step>
}

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

type NextProps = {
  /** Null until we know whether the session is still valid. */
  isSignedIn: boolean | null
  next: SitePath
}

/** Leads from a used link to the next page, through sign-in if needed. */
export function MailLinkNext({ isSignedIn, next }: NextProps) {
  return (
    <p className={styles.next} role="status">
      {isSignedIn === null ? (
        'Updating your session. One moment.'
      ) : (
        <a href={isSignedIn ? next : routes.loginThen(next)} className={button.primary}>
          {isSignedIn ? 'Continue' : 'Sign in'}
        </a>
      )}
    </p>
  )
}

type SettledProps = { config: PublicConfig; wasSignedIn: boolean; next: SitePath }

/** The same after a change of password or address, which may have ended the session: checks first. */
export function MailLinkSettled({ config, wasSignedIn, next }: SettledProps) {
  const [settled, setSettled] = useState<{ path: SitePath | null } | null>(
    wasSignedIn ? null : { path: null },
  )
  useEffect(() => {
    if (wasSignedIn) void settleSession(config, next).then((path) => setSettled({ path }))
  }, [config, wasSignedIn, next])
  return <MailLinkNext isSignedIn={settled && settled.path !== null} next={settled?.path ?? next} />
}
