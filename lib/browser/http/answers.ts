import 'client-only'

/** The server's answer; null if none came: offline, the server is away, or it took too long. */
export async function ifAnswered(asked: Promise<Response>): Promise<Response | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof TypeError || error instanceof DOMException) return null
    throw error
  }
}

/** The JSON of an answer; null where there is none, or it broke off. */
export async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException || error instanceof TypeError)
      return null
    throw error
  }
}

/** The code with which our server says why it refused; null if it says none, or another answered in its place. */
export async function refusalCode(response: Response): Promise<string | null> {
  const answer = await jsonOf(response)
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : null
  return typeof code === 'string' ? code : null
}
