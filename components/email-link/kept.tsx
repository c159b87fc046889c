'use client'
import { useEffect, useState } from 'react'
import form from '@/components/ui/form.module.css'
import { keptMailLink } from '@/lib/browser/email-link/kept'
import type { PublicConfig } from '@/lib/config/config'
import { describeMailLink, type MailLink, type MailMode } from '@/lib/email-link'
import type { SitePath } from '@/lib/site/routes'
import { BrokenMailLink } from './broken'
import { MailLinkView } from './email-link'

type Props = { config: PublicConfig; mode: MailMode; next: SitePath; isSignedIn: boolean }

/** A mailed link whose code is not in the address any more, as after a reload: the browser alone may still know it. */
export function KeptMailLink({ mode, ...known }: Props) {
  const [link, setLink] = useState<MailLink | null | 'unknown'>('unknown')
  useEffect(() => setLink(keptMailLink()), [])
  if (link === 'unknown') return <h1 className={form.title}>{describeMailLink(mode)}</h1>
  return link ? <MailLinkView {...known} link={link} /> : <BrokenMailLink next={known.next} />
}
