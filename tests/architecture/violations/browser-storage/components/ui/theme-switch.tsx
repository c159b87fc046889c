'use client'

export function ThemeSwitch() {
  return <button type="button" onClick={() => window.localStorage.setItem('theme', 'dark')}>Dark</button>
}
