import 'client-only'
/** What the SDK hears of the provider while it restores its user. */

/**
 * Lets the SDK restore its user unless the provider refuses that user: on any failure but a network's it would sign the person out (S55;
 * firebase 12). So until it has, any other answer counts as none: of a server in trouble, of a proxy, to too many requests.
 */
export function keepUserUnlessRefused(restored: Promise<void>): void {
  const own = globalThis.fetch
  const guarded: typeof fetch = async (...request) => {
    const response = await own(...request)
    const isAboutUser = /\/v1\/(accounts:lookup|token)\?/.test(String(request[0]))
    if (isAboutUser && !(await isVerdict(response.clone()))) throw new TypeError('No verdict of the provider')
    return response
  }
  globalThis.fetch = guarded
  void restored.finally(() => {
    if (globalThis.fetch === guarded) globalThis.fetch = own
  })
}

/** Whether it is the user, or the provider's refusal of that user, which is a 400 with a code. */
async function isVerdict(response: Response): Promise<boolean> {
  const body = Object(await response.json().catch(() => null))
  if (response.ok) return Array.isArray(body.users) || typeof body.access_token === 'string'
  return response.status === 400 && /^(?!TOO_MANY|QUOTA)[A-Z_]+( : |$)/.test(body.error?.message)
}
