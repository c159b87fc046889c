import 'server-only'
import { hostname } from 'node:os'

/**
 * A value shared by the whole process: Next loads a module once per bundle, each with its own state. The value may come
 * from another bundle with its own classes, so check its errors by fields, not by `instanceof`.
 */
export function oncePerProcess<T extends object>(name: string, make: () => T): T {
  const key = Symbol.for(`foyer.${name}`)
  const holder = globalThis as unknown as Record<symbol, T | undefined>
  const value = holder[key] ?? make()
  holder[key] = value
  return value
}

/**
 * Host and port of this process. Two can't have the same at once, so a second start there shows that the first ended without a
 * stop. Null where instances share the host's name, as on Cloud Run.
 */
export function listensAt(port: number): string | null {
  const host = hostname()
  return host === 'localhost' ? null : `${host}:${port}`
}
