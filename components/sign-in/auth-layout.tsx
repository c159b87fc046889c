import type { ReactNode } from 'react'
import { Doorway, type DoorwayState } from '@/components/ui/doorway'
import message from '@/components/ui/message.module.css'
import type { SignInUnavailableReason } from '@/lib/identity/error-words'
import { routes } from '@/lib/site/routes'
import styles from './auth-layout.module.css'

type Props = { state?: DoorwayState; children: ReactNode }

/** The layout of sign-in and email links: a card beside the picture. */
export function AuthLayout({ state = 'lit', children }: Props) {
  return (
    <div className={styles.page} data-door={state}>
      <Doorway state={state} className={styles.picture} />
      <section className={`box ${styles.card}`} data-form-card="">
        {children}
      </section>
    </div>
  )
}

/** What users agree to by creating an account. Opens in a new tab, so the form keeps the password. */
export function Agreement() {
  return (
    <p className={message.hint}>
      By creating an account, you agree to the{' '}
      <a href={routes.terms} target="_blank" rel="noopener">
        Terms
      </a>
      . See our{' '}
      <a href={routes.privacy} target="_blank" rel="noopener">
        Privacy notice
      </a>{' '}
      for how we use your data.
    </p>
  )
}

const unavailable: Record<SignInUnavailableReason, { title: string; text: string }> = {
  'not-configured': {
    title: 'Sign-in is not configured',
    text: 'No sign-in service is connected yet. Everything else works.',
  },
  'not-secure': {
    title: 'Sign-in needs https',
    text: 'This page was opened over plain http, which isn’t safe for passwords. Open the site with https:// instead.',
  },
}

/** Why sign-in is unavailable. */
export function SignInUnavailable({ reason }: { reason: SignInUnavailableReason }) {
  return (
    <>
      <h1>{unavailable[reason].title}</h1>
      <p>{unavailable[reason].text}</p>
      <p>
        <a href={routes.home}>Go to the home page</a>
      </p>
    </>
  )
}
