'use client'
import { useState } from 'react'

/**
 * For a button that copies a text. Where browsers forbid it, or have no clipboard as the page came without https, `select`
 * selects the text instead. `words` say what became of it.
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

/** Whether the text is on the clipboard now. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) return false
    throw error
  }
}
