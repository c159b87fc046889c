import 'client-only'
import { nullIfNoResponse } from './response'

/** Our server's refusal code; null if there is none or a proxy responded. Not in `response.ts`, which every page loads. */
export async function refusalCode(response: Response): Promise<string | null> {
  const body: unknown = await nullIfNoResponse(response.json())
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : null
  return typeof code === 'string' ? code : null
}
