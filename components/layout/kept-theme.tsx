'use client'
import { useEffect } from 'react'
import { showKeptTheme } from '@/lib/browser/theme'

/** Where the whole document was replaced, and with it what the boot script had set. */
export function KeptTheme() {
  useEffect(showKeptTheme, [])
  return null
}
