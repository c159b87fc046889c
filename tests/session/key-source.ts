/** A key source under test, with the key server it asks and a clock that only moves when told to. */
import { errors, jwtVerify } from 'jose'
import { createKeySource, KeysUnavailable } from '@/lib/session/keys'
import { type KeyServerAnswer, type SigningKey, signWith, startKeyServer } from './key-server'

const stops: (() => Promise<void>)[] = []

/** Stops all key servers that tests have started. */
export async function stopKeyServers(): Promise<void> {
  await Promise.all(stops.splice(0).map((stop) => stop()))
}

/** A fresh source and a server that gives this answer until told otherwise. */
export async function startKeySource(answer: KeyServerAnswer) {
  const server = await startKeyServer(answer)
  stops.push(server.stop)
  let time = 1_000_000
  const source = createKeySource(server.url, () => time)
  return {
    server,
    hasKeys: source.hasKeys,
    pass(ms: number): void {
      time += ms
    },
    /** What a token of a key is worth: `valid`, `invalid`, or `unknown` if nobody can tell. */
    async worth(key: SigningKey): Promise<'valid' | 'invalid' | 'unknown'> {
      const token = await signWith(key, { sub: 'user-1' })
      return jwtVerify(token, source, { algorithms: ['RS256'] }).then(
        () => 'valid' as const,
        (error: unknown) => {
          if (error instanceof KeysUnavailable) return 'unknown'
          if (error instanceof errors.JWKSNoMatchingKey) return 'invalid'
          throw error
        },
      )
    },
  }
}
