/** Decodes until nothing is left to decode, as a careless proxy behind us might; null if it is malformed. */
export function decodedPath(path: string): string | null {
  let decoded = decodeOnce(path)
  for (let round = 0; round < 5 && decoded !== null; round++) {
    const next = decodeOnce(decoded)
    if (next === null || next === decoded) return decoded
    decoded = next
  }
  return null
}

function decodeOnce(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
