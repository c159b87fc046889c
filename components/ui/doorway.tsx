import type { ReactNode } from 'react'
import styles from './doorway.module.css'
import prose from './prose.module.css'

/** `lit`: open. `ajar`: for a shared note. `closed`: for a page that doesn't exist. `off`: has just turned dark. */
export type DoorwayState = 'lit' | 'ajar' | 'closed' | 'off'

type Props = { state: DoorwayState; className?: string | undefined }

/** A doorway with its door. Decorative. */
export function Doorway({ state, className }: Props) {
  const isOpen = state === 'lit' || state === 'off'
  return (
    <svg
      className={`${styles.doorway} ${className ?? ''}`}
      data-state={state}
      viewBox="0 0 400 480"
      aria-hidden="true"
    >
      <path fill="var(--door-wall)" d="M8 480V200a192 192 0 0 1 384 0v280z" />
      <path fill="var(--door-frame)" d="M30 480V200a170 170 0 0 1 340 0v280z" />
      <path fill="var(--door-wall)" opacity="0.6" d="M52 470V200a148 148 0 0 1 296 0v270z" />
      {isOpen ? <OpenDoor /> : <DoorLeaf isAjar={state === 'ajar'} />}
    </svg>
  )
}

/** For pages that don't exist: their message beside a closed door. */
export function NotFoundLayout({ children }: { children: ReactNode }) {
  return (
    <article className={`${prose.prose} ${styles.notFound}`}>
      <Doorway state="closed" />
      <div>{children}</div>
    </article>
  )
}

function OpenDoor() {
  return (
    <>
      <path fill="var(--door-ink)" d="M90 452V200a110 110 0 0 1 220 0v252z" />
      <g className={styles.light}>
        <path fill="var(--door-ember)" d="M52 470V200a148 148 0 0 1 296 0v270z" />
        <path fill="var(--door-glow)" d="M71 461V200a129 129 0 0 1 258 0v261z" />
        <path fill="var(--door-light)" d="M90 452V200a110 110 0 0 1 220 0v252z" />
        <path fill="var(--door-light)" opacity="0.3" d="M90 452h220l52 28H38z" />
      </g>
    </>
  )
}

/** Hinged on the left. Ajar, it leaves a strip of light on the right. */
function DoorLeaf({ isAjar }: { isAjar: boolean }) {
  if (!isAjar)
    return (
      <>
        <path fill="var(--door-leaf)" d="M71 461V200a129 129 0 0 1 258 0v261z" />
        <path
          fill="none"
          stroke="var(--door-frame)"
          strokeWidth="4"
          d="M106 262v-62a94 94 0 0 1 188 0v62zM106 304h82v120h-82zM212 304h82v120h-82z"
        />
        <circle fill="var(--door-light)" cx="302" cy="283" r="8" />
      </>
    )
  return (
    <>
      <path fill="var(--door-glow)" d="M71 461V200a129 129 0 0 1 258 0v261z" />
      <path fill="var(--door-light)" d="M240 461V77.5A129 129 0 0 1 317 145V461z" />
      <path fill="var(--door-light)" opacity="0.3" d="M262 461h55l45 19H270z" />
      <path fill="var(--door-leaf)" d="M71 461V200A129 129 0 0 1 262 87v385z" />
      <path
        fill="none"
        stroke="var(--door-frame)"
        strokeWidth="4"
        d="M101 262v-60a99 99 0 0 1 126-81v143zM101 304l52 2v116l-52-3zM175 307l52 2v118l-52-3z"
      />
      <circle fill="var(--door-light)" cx="240" cy="286" r="8" />
    </>
  )
}
