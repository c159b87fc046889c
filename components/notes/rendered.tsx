'use client'
import { useEffect, useRef } from 'react'
import styles from './rendered.module.css'

/** `onTick`: what a ticked box does, by its line of the text; false if that isn't a task any more. Without it boxes stay as they are. */
type Props = { html: string; onTick?: (line: number, isDone: boolean) => boolean }

/** A note's text as `lib/server/notes/markdown` rendered it. */
export function RenderedNote({ html, onTick }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const tick = useRef(onTick)
  const focused = useRef<string | undefined>(undefined)
  useEffect(() => {
    tick.current = onTick
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: boxes come with the html
  useEffect(() => {
    const { current } = place
    if (!current || !tick.current) return
    const boxes = [...current.querySelectorAll('input')]
    for (const box of boxes) box.disabled = false
    // The box that was ticked is another now.
    if (document.activeElement === document.body)
      boxes.find(({ dataset }) => dataset.line === focused.current)?.focus({ preventScroll: true })
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement)) return
      focused.current = target.dataset.line
      if (!tick.current?.(Number(target.dataset.line), target.checked)) target.checked = !target.checked
    }
    current.addEventListener('change', onChange)
    return () => current.removeEventListener('change', onChange)
  }, [html])

  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by our server, which lets no markup of the text through
    <div ref={place} className={styles.text} dangerouslySetInnerHTML={{ __html: html }} />
  )
}
