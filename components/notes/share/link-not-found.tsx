import { NotFoundLayout } from '@/components/ui/doorway'
import prose from '@/components/ui/prose.module.css'
import { routes } from '@/lib/site/routes'

/** The page of a share link without a note. It doesn't reveal whether there ever was one. */
export function LinkNotFound() {
  return (
    <NotFoundLayout>
      <h1>{linkNotFoundTitle}</h1>
      <p className={prose.lead}>It may have expired or been turned off.</p>
      <p>
        Ask the person who sent it for a new one, or <a href={routes.home}>go to the home page</a>.
      </p>
    </NotFoundLayout>
  )
}

export const linkNotFoundTitle = 'This link doesn’t work'
