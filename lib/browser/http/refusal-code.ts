import 'client-only'
import { nullIfNoResponse } from './response'

/** Our server's refusal code; null if there is none or a proxy responded. Not in `response.ts`, which every page loads. */
export async function refusalCode(response: Response): Promise<string | null> {
  const answer: unknown = await nullIfNoResponse(response.json())
  const code = typeof answer === 'object' && answer !== null && 'code' in answer ? answer.code : null
  return typeof code === 'string' ? code : null
}
