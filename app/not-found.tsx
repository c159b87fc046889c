import type { Metadata } from 'next'
import { NotFoundPath } from '@/components/errors/not-found-path'
import { NotFoundLayout } from '@/components/ui/doorway'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'

export const metadata: Metadata = { title: 'Page Not Found' }

/** Static, so the browser adds the path. */
export default function NotFound() {
  return (
    <NotFoundLayout>
      <h1>Page Not Found</h1>
      <NotFoundPath />
      <p>
        <SiteLink href={routes.home}>Go to the home page</SiteLink> or{' '}
        <SiteLink href={routes.contact}>tell us what you were looking for</SiteLink>.
      </p>
    </NotFoundLayout>
  )
}
