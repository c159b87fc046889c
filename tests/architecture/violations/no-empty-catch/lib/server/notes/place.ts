// @ts-nocheck: does not look at the error
import 'server-only'
export async function place(after) {
  try {
    return JSON.parse(after)
  } catch {
    return null
  }
}
