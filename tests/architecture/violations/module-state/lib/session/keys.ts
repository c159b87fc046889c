const keys = new Map<string, CryptoKey>()

export function keyOf(url: string): CryptoKey | undefined {
  return keys.get(url)
}
