'use client'
import { type FormEvent, useId, useState } from 'react'
import button from '@/components/ui/button.module.css'
import field from '@/components/ui/field.module.css'
import { useHydrated } from '@/components/ui/hydrated'
import {
  describeProfileProblem,
  longestName,
  type Person,
  type Profile,
  type ProfileProblem,
  parseProfileChange,
} from '@/lib/account'
import { changeProfile } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { AccountFacts, type AccountTimes } from './facts'
import { StepMessage, type StepProblem } from './step-message'
import { useStepUp } from './step-up'

type Props = { profile: Profile; times: AccountTimes; person: Person; config: PublicConfig }

/** What the sign-in service knows of the person, and name and picture to change. */
export function AccountProfile({ profile, times, person, config }: Props) {
  const isHydrated = useHydrated()
  const { take, dialog } = useStepUp(person, config)
  const [shown, setShown] = useState(profile)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<StepProblem | null>(null)
  const [refused, setRefused] = useState<ProfileProblem | null>(null)
  const [done, setDone] = useState<string | null>(null)
  const messageId = useId()

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = new FormData(event.currentTarget)
    const parsed = parseProfileChange({ name: String(form.get('name')), photo: String(form.get('photo')) })
    setDone(null)
    setRefused(parsed.status === 'refused' ? parsed.problem : null)
    if (parsed.status === 'refused') return setProblem(describeProfileProblem(parsed.problem))
    setBusy(true)
    setProblem(null)
    const { change } = parsed
    const step = () => changeProfile({ config, userId: person.userId }, change)
    const outcome = await take({ step, asksFirst: false })
    setBusy(false)
    if (!outcome) return
    if (outcome.status === 'failed') return setProblem(outcome)
    setShown({ ...shown, ...change })
    setDone('Your name and your picture are saved.')
  }

  return (
    <section aria-labelledby="about-you" className={styles.section}>
      <h2 id="about-you">About you</h2>
      <AccountFacts profile={shown} times={times} />
      <form method="post" className={styles.form} onSubmit={save} aria-busy={isBusy}>
        <label className={field.field}>
          Name
          <input
            className={field.input}
            name="name"
            autoComplete="name"
            defaultValue={profile.displayName ?? ''}
            aria-invalid={refused === 'name-too-long' ? true : undefined}
            aria-describedby={messageId}
          />
        </label>
        <label className={field.field}>
          Address of a picture
          <input
            className={field.input}
            name="photo"
            inputMode="url"
            autoComplete="photo"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="https://"
            defaultValue={profile.photoUrl ?? ''}
            aria-invalid={refused?.startsWith('photo') ? true : undefined}
            aria-describedby={messageId}
          />
        </label>
        <p className={styles.hint}>
          An empty field takes away what is there. A name may have {longestName} characters. The picture is
          not shown here: the server it lies on would learn of each visit.
        </p>
        <StepMessage id={messageId} problem={problem} done={done} />
        <button type="submit" className={button.quiet} disabled={!isHydrated} aria-disabled={isBusy}>
          {isBusy ? 'Saving…' : 'Save name and picture'}
        </button>
      </form>
      {dialog}
    </section>
  )
}
