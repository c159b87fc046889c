'use client'
import { usePathname, useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, startTransition } from 'react'
import { isBuildStale } from '@/lib/browser/builds/watch'
import { isStaticPage } from '@/lib/site/routes'

type Props = { href: string; className?: string | undefined; children: ReactNode }

/**
 * A link within the site. Only links between static pages are client-side navigations: every other page has
 * its own headers (the security policy among them), which only a document brings. After a new build the next
 * page is loaded as a document, too. Not Next's `Link`, which weighs 2.9 KB on each page (docs/decisions/ui.md).
 */
export function SiteLink({ href, className, children }: Props) {
  const router = useRouter()
  const isSoft = isStaticPage(usePathname()) && isStaticPage(href)
  const prepare = () => isSoft && !isBuildStale() && router.prefetch(href)

  function follow(click: MouseEvent) {
    if (!isSoft || isBuildStale() || isForNewTab(click)) return
    click.preventDefault()
    startTransition(() => router.push(href))
  }

  return (
    <a href={href} className={className} onFocus={prepare} onPointerEnter={prepare} onClick={follow}>
      {children}
    </a>
  )
}

/** Whether the browser would open a link elsewhere: a new tab, a new window, a download. */
export function isForNewTab({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}
