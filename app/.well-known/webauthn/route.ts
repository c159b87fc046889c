import { serverConfig } from '@/lib/server/config'

export const dynamic = 'force-dynamic'

/** Lets this site use the passkeys of another domain (related origins, WebAuthn section 5.11.1); 404 without passkeys. */
export function GET(): Response {
  const { passkeyRpId, origin } = serverConfig()
  if (!passkeyRpId || !origin.siteUrl) return new Response(null, { status: 404 })
  const headers = { 'cache-control': 'public, max-age=3600' }
  return Response.json({ origins: [origin.siteUrl] }, { headers })
}
