/** A UUID, branded by what it identifies. */
export type Uuid<Kind extends string> = string & { readonly brand: Kind }

/** Random. In browsers it needs a secure context. */
export function newUuid<Kind extends string>(): Uuid<Kind> {
  return crypto.randomUUID() as Uuid<Kind>
}

/** Parses an untrusted UUID in either case (RFC 9562, section 4) and returns it in lower case; null if malformed. */
export function parseUuid<Kind extends string>(value: unknown): Uuid<Kind> | null {
  if (typeof value !== 'string' || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)) return null
  return value.toLowerCase() as Uuid<Kind>
}
