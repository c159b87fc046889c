import { changePasswordPath } from '@/lib/site/well-known'

export const dynamic = 'force-dynamic'

/** Redirects password managers to the form for a new password. */
export function GET(): Response {
  return new Response(null, {
    status: 303,
    headers: { location: changePasswordPath, 'cache-control': 'no-store' },
  })
}
