import 'client-only'

/** Resolves to null if no complete response arrived: offline, server down, timed out, or not JSON. */
export async function ifAnswered<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException)
      return null
    throw error
  }
}

/** Our server's refusal code; null if there is none, or a proxy responded instead. */
export async function refusalCode(response: Response): Promise<string | null> {
  const answer: unknown = await ifAnswered(response.json())
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : null
  return typeof code === 'string' ? code : null
}
