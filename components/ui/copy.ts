'use client'

/** Whether the text is on the clipboard now: browsers may forbid it, and have none where a page came without https. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return false
    throw error
  }
}
