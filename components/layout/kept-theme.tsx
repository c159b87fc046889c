'use client'
import { useEffect } from 'react'
import { showKeptTheme } from '@/lib/browser/theme'

/** Where React has drawn the whole document, what the boot script had set is gone; a page that Back brings may have missed a change. */
export function KeptTheme() {
  useEffect(() => {
    showKeptTheme()
    window.addEventListener('pageshow', showKeptTheme)
    return () => window.removeEventListener('pageshow', showKeptTheme)
  }, [])
  return null
}
