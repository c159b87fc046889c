'use client'
import { useEffect, useEffectEvent, useRef } from 'react'
import { NoteBody } from './rendered'

/** `onTick` gets the task's line in the text, and returns false if it's no longer a task. */
type Props = { html: string; onTick: (line: number, isDone: boolean) => boolean }

/** A rendered note with check boxes that work. */
export function TickableNote({ html, onTick }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const tick = useEffectEvent(onTick)
  const focused = useRef<string | undefined>(undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML has new boxes
  useEffect(() => {
    const { current } = body
    if (!current) return
    const boxes = [...current.querySelectorAll('input')]
    for (const box of boxes) box.disabled = false
    // New HTML has replaced the box that was ticked.
    if (document.activeElement === document.body)
      boxes.find(({ dataset }) => dataset.line === focused.current)?.focus({ preventScroll: true })
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      focused.current = target.dataset.line
      if (!tick(Number(target.dataset.line), target.checked)) target.checked = !target.checked
    }
    current.addEventListener('change', onChange)
    return () => current.removeEventListener('change', onChange)
  }, [html])

  return <NoteBody ref={body} html={html} />
}
