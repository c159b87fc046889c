'use client'
import { Failure } from '@/components/errors/failure'

/** Replaces a page that failed. */
export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return <Failure error={error} reset={reset} container="main" />
}
