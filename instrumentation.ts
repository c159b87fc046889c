import type { Instrumentation } from 'next'

export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { prepareServer } = await import('@/lib/server/start')
  await prepareServer()
}

/** The middleware catches and reports its own faults, so that only Node has errors to tell of. */
export const onRequestError: Instrumentation.onRequestError = async (...report) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { reportRequestError } = await import('@/lib/server/errors')
  await reportRequestError(...report)
}
