import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireSession } from '@/lib/server/session/session'
import { isUuid } from '@/lib/site/paths'
import { routes } from '@/lib/site/routes'

/** After a client-side navigation Next uses the page's title, not its 404 page's. */
export const metadata: Metadata = { title: 'Page Not Found', robots: { index: false } }

/** Sharing doesn't exist yet, so this is a 404 for everyone. */
export default async function SharePage({ params }: PageProps<'/share/[uuid]'>) {
  const { uuid } = await params
  if (!isUuid(uuid)) notFound()
  await requireSession(routes.share(uuid))
  notFound()
}
