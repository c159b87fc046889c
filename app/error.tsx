'use client'
import { ServerError } from '@/components/server-error'

/** What stands in place of a page that failed. */
export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return <ServerError error={error} reset={reset} place="main" />
}
