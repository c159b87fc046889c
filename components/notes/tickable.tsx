'use client'
import { useEffect, useRef } from 'react'
import { NoteBody } from './rendered'

/** `onTick`: what a ticked box does, by its line of the text; false if that isn't a task any more. */
type Props = { html: string; onTick: (line: number, isDone: boolean) => boolean }

/** A note's text, whose boxes can be ticked. */
export function TickableNote({ html, onTick }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const tick = useRef(onTick)
  const focused = useRef<string | undefined>(undefined)
  useEffect(() => {
    tick.current = onTick
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: boxes come with the html
  useEffect(() => {
    const { current } = place
    if (!current) return
    const boxes = [...current.querySelectorAll('input')]
    for (const box of boxes) box.disabled = false
    // The box that was ticked is another now.
    if (document.activeElement === document.body)
      boxes.find(({ dataset }) => dataset.line === focused.current)?.focus({ preventScroll: true })
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      focused.current = target.dataset.line
      if (!tick.current(Number(target.dataset.line), target.checked)) target.checked = !target.checked
    }
    current.addEventListener('change', onChange)
    return () => current.removeEventListener('change', onChange)
  }, [html])

  return <NoteBody ref={place} html={html} />
}
