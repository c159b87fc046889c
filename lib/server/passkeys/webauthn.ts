import 'server-only'

/** The library, loaded by the first ceremony: it takes a quarter of a second and 7 MB, most of it for attestation. */
export async function loadWebAuthn() {
  const [ceremonies, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...ceremonies, ...helpers }
}

/** Ed25519, ES256 and RS256: all that authenticators have, and Node from 20 on can verify (COSE, in order of preference). */
export const keyAlgorithms = [-8, -7, -257] as const
