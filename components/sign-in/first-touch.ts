'use client'
import { type RefObject, useEffect, useRef } from 'react'

type Options = { isFocused: boolean; prepare: () => void }

/**
 * Handlers that call `prepare` on each interaction with a form. If `isFocused`, the field gets the focus on load, except on
 * touch screens, whose keyboard would cover half of the page. That focus is ours, so it doesn't count.
 */
export function useFirstTouch(field: RefObject<HTMLElement | null>, { isFocused, prepare }: Options) {
  const isOurs = useRef(false)

  useEffect(() => {
    const isUntouched = document.activeElement === document.body && scrollY === 0
    if (!isFocused || !isUntouched || !matchMedia('(hover: hover) and (pointer: fine)').matches) return
    isOurs.current = true
    field.current?.focus({ preventScroll: true })
    isOurs.current = false
  }, [field, isFocused])

  function touch() {
    if (!isOurs.current) prepare()
  }

  return { onFocus: touch, onKeyDown: touch, onInput: touch, onPointerDown: touch }
}
