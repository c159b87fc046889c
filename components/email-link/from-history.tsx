'use client'
import { useEffect, useState } from 'react'
import button from '@/components/ui/button.module.css'
import form from '@/components/ui/form.module.css'
import { mailLinkFromHistory } from '@/lib/browser/email-link/history'
import { describeMailLink, type MailLink, type MailMode } from '@/lib/email-link'
import { routes, type SitePath } from '@/lib/site/routes'
import { MailLinkView } from './email-link'
import styles from './email-link.module.css'
import type { OpenedLink } from './link-props'

type Props = Omit<OpenedLink, 'link'> & { mode: MailMode }

/** A link whose code is no longer in the URL, as after a reload; the history entry may have it. */
export function MailLinkFromHistory({ mode, ...props }: Props) {
  const [link, setLink] = useState<MailLink | null | 'unknown'>('unknown')
  useEffect(() => setLink(mailLinkFromHistory()), [])
  if (link === 'unknown') return <h1 className={form.title}>{describeMailLink(mode)}</h1>
  return link ? <MailLinkView {...props} link={link} /> : <BrokenMailLink next={props.next} />
}

/** For an unreadable link: email apps truncate long ones. */
export function BrokenMailLink({ next }: { next: SitePath }) {
  return (
    <>
      <h1 className={form.title}>{describeMailLink(null)}</h1>
      <p>The link is incomplete. Copy all of it, or request a new one.</p>
      <p className={styles.next}>
        <a href={routes.loginThen(next)} className={button.primary}>
          Sign in
        </a>
      </p>
    </>
  )
}
