'use client'

export function watchKeys(isDone: (event: Event) => boolean, onDone: () => void): void {
  document.addEventListener('keydown', (event) => isDone(event) && onDone())
}
