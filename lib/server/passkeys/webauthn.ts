import 'server-only'

/** Loads the library at the first ceremony: it takes a quarter of a second and 7 MB, mostly for attestation. */
export async function loadWebAuthn() {
  const [ceremonies, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...ceremonies, ...helpers }
}

/** Ed25519, ES256 and RS256 (COSE, in order of preference): all that authenticators use; Node 20 and later can verify them. */
export const keyAlgorithms = [-8, -7, -257] as const
