'use client'
import { useEffect, useState } from 'react'
import { keptMailLink } from '@/lib/browser/kept-mail-link'
import type { PublicConfig } from '@/lib/config'
import { describeMailLink, type MailLink, type MailMode } from '@/lib/mail-link'
import type { SitePath } from '@/lib/routes'
import { BrokenMailLink } from './broken-mail-link'
import { MailLinkView } from './mail-link'
import form from './sign-in-form.module.css'

type Props = { config: PublicConfig; mode: MailMode; next: SitePath; isSignedIn: boolean }

/** A mailed link whose code is not in the address any more, as after a reload: the browser alone may still know it. */
export function KeptMailLink({ mode, ...known }: Props) {
  const [link, setLink] = useState<MailLink | null | 'unknown'>('unknown')
  useEffect(() => setLink(keptMailLink()), [])
  if (link === 'unknown') return <h1 className={form.title}>{describeMailLink(mode)}</h1>
  return link ? <MailLinkView {...known} link={link} /> : <BrokenMailLink next={known.next} />
}
