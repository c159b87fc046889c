'use client'
import { pressedKey } from '@/components/ui/pressed-key'

export function watchSlash(onSlash: () => void): void {
  document.addEventListener('keydown', (event) => pressedKey(event) === '/' && onSlash())
  document.addEventListener('keyup', ({ key }) => key === '/' && onSlash())
}
