import 'client-only'

/** Resolves to null if no complete response arrived: offline, server down, timed out, or not JSON. */
export async function nullIfNoResponse<T>(pending: Promise<T>): Promise<T | null> {
  try {
    return await pending
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
      return null
    throw error
  }
}
