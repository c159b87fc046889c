import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireSession } from '@/lib/server/session/session'
import { isUuid } from '@/lib/site/paths'
import { routes } from '@/lib/site/routes'

/** In the browser Next goes by the title of the page, not of its 404 page. */
export const metadata: Metadata = { title: 'Page Not Found', robots: { index: false } }

/** One shared note. Nothing can be shared yet, so for everybody there is none: the page that any unknown address has. */
export default async function SharePage({ params }: PageProps<'/share/[uuid]'>) {
  const { uuid } = await params
  if (!isUuid(uuid)) notFound()
  await requireSession(routes.share(uuid))
  notFound()
}
