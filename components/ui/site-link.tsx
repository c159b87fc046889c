'use client'
import { usePathname, useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, startTransition } from 'react'
import { isBuildStale } from '@/lib/browser/builds/watch'
import { isStaticPage } from '@/lib/site/routes'

type Props = { href: string; className?: string | undefined; children: ReactNode }

/**
 * A link within the site. Only links between static pages are client-side navigations: other pages have their own headers,
 * such as the CSP, which come only with a document. After a new build, all are document loads. Next's `Link` would add 2.9 KB
 * to each page (docs/decisions/ui.md).
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

type ModifierKeys = Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click opens a new tab or window, or downloads. */
export function isForNewTab({ metaKey, ctrlKey, shiftKey, altKey }: ModifierKeys): boolean {
  return metaKey || ctrlKey || shiftKey || altKey
}
