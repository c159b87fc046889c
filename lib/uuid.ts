/** A UUID that names one kind of thing, and can't be mistaken for another's. */
export type Uuid<Kind extends string> = string & { readonly brand: Kind }

/** A new one, at random. In browsers it needs a secure context. */
export function newUuid<Kind extends string>(): Uuid<Kind> {
  return crypto.randomUUID() as Uuid<Kind>
}

/**
 * Parses an untrusted UUID; null if it isn't one. Capitals count as small letters (RFC 9562, section 4), and it comes back in
 * small ones, as stored: some programs capitalize an address that a person passes on.
 */
export function parseUuid<Kind extends string>(value: unknown): Uuid<Kind> | null {
  if (typeof value !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) return null
  return value.toLowerCase() as Uuid<Kind>
}
