'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { isStaticPath } from '@/lib/routes'

type Props = { href: string; className?: string | undefined; children: ReactNode }

/**
 * A link within the site. Only between static pages does it change the page softly: every other page has
 * headers of its own (its security policy among them), and those come only with a document.
 */
export function SiteLink({ href, className, children }: Props) {
  const isSoft = isStaticPath(usePathname()) && isStaticPath(href)
  const Anchor = isSoft ? Link : 'a'
  return (
    <Anchor href={href} className={className}>
      {children}
    </Anchor>
  )
}
