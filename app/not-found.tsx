import type { Metadata } from 'next'
import { NotFoundMessage } from '@/components/errors/not-found-message'
import { NotFoundLayout } from '@/components/ui/doorway'
import { SiteLink } from '@/components/ui/site-link'
import { routes } from '@/lib/site/routes'

export const metadata: Metadata = { title: 'Page Not Found' }

/** Static, so the browser adds the path. */
export default function NotFound() {
  return (
    <NotFoundLayout>
      <NotFoundMessage>
        <p>
          <SiteLink href={routes.home}>Go to the home page</SiteLink>
        </p>
      </NotFoundMessage>
    </NotFoundLayout>
  )
}
