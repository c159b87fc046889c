'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { isBuildStale } from '@/lib/browser/builds/watch'
import { isStaticPage } from '@/lib/site/routes'

type Props = { href: string; className?: string | undefined; children: ReactNode }

/**
 * A link within the site. Only links between static pages are client-side navigations: every other page has
 * its own headers (the security policy among them), which only a document brings. After a new build the next
 * page is loaded as a document, too.
 */
export function SiteLink({ href, className, children }: Props) {
  const isSoft = isStaticPage(usePathname()) && isStaticPage(href)
  if (isSoft) {
    return (
      <Link href={href} className={className} onNavigate={(navigation) => loadIfStale(navigation, href)}>
        {children}
      </Link>
    )
  }
  return (
    <a href={href} className={className}>
      {children}
    </a>
  )
}

function loadIfStale(navigation: { preventDefault: () => void }, href: string): void {
  if (!isBuildStale()) return
  navigation.preventDefault()
  location.assign(href)
}
