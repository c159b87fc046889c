import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { routes } from '@/lib/routes'
import { requireSession } from '@/lib/server/session'
import { isUuid } from '@/lib/site-paths'

export const metadata: Metadata = { title: 'Shared with you', robots: { index: false } }

/** One shared item. Nothing can be shared yet, so no link leads anywhere. */
export default async function SharePage({ params }: PageProps<'/share/[uuid]'>) {
  const { uuid } = await params
  if (!isUuid(uuid)) notFound()
  await requireSession(routes.share(uuid))
  notFound()
}
