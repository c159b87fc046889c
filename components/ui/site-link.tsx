'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactNode } from 'react'
import { isBuildStale } from '@/lib/browser/builds/watch'
import { isStaticPage } from '@/lib/site/routes'

type Props = { href: string; className?: string | undefined; children: ReactNode }

/**
 * A link within the site. Only between static pages does it change the page softly: every other page has
 * headers of its own (its security policy among them), and those come only with a document. So does the first page of
 * a new build.
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
