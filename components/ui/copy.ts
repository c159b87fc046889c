'use client'
import { useState } from 'react'

/**
 * For a copy button. Where the browser refuses, or has no clipboard without https, `select` selects the text instead.
 * `words` is the result's message.
 */
export function useCopy(text: string, select: () => void) {
  const [words, setWords] = useState<string | null>(null)

  async function copy(): Promise<void> {
    const isCopied = await copyText(text)
    if (!isCopied) select()
    setWords(isCopied ? 'Copied' : 'Press Ctrl+C or ⌘C to copy')
  }

  return { copy, words }
}

/** Returns whether the text was copied. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return false
    throw error
  }
}
