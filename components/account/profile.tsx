'use client'
import { useId, useState } from 'react'
import { type Outcome, useAction } from '@/components/ui/action'
import { Button } from '@/components/ui/button'
import form from '@/components/ui/form.module.css'
import message from '@/components/ui/message.module.css'
import { TextField } from '@/components/ui/text-field'
import {
  describeProfileProblem,
  longestName,
  type Person,
  type Profile,
  parseProfileChange,
} from '@/lib/account'
import { changeProfile } from '@/lib/browser/account/account'
import type { PublicConfig } from '@/lib/config/config'
import styles from './account.module.css'
import { AccountFacts, type AccountTimes } from './facts'
import { isAtFault, StepMessage, type StepProblem } from './step-message'
import { useStepUp } from './step-up'

type Props = { profile: Profile; times: AccountTimes; person: Person; config: PublicConfig }

/** What the sign-in service knows about the person; name and picture can be changed. */
export function AccountProfile({ profile, times, person, config }: Props) {
  const { take, dialog } = useStepUp(person, config)
  const [shown, setShown] = useState(profile)
  const { isBusy, problem, done, formProps } = useAction<StepProblem>()
  const messageId = useId()

  async function save(typed: FormData): Promise<Outcome<StepProblem>> {
    const parsed = parseProfileChange({ name: String(typed.get('name')), photo: String(typed.get('photo')) })
    if (parsed.status === 'refused') {
      const at = parsed.problem === 'name-too-long' ? 'name' : 'photo'
      return { problem: { words: describeProfileProblem(parsed.problem), field: at } }
    }
    const { change } = parsed
    const step = () => changeProfile({ config, userId: person.userId }, change)
    const outcome = await take({ step, asksFirst: false })
    if (outcome?.status !== 'done') return outcome && { problem: outcome }
    setShown({ ...shown, ...change })
    return { done: 'Your name and your picture are saved.' }
  }

  return (
    <section aria-labelledby="about-you" className={styles.section}>
      <h2 id="about-you">About you</h2>
      <AccountFacts profile={shown} times={times} />
      <form {...formProps(save)} className={`${form.form} ${styles.form}`}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          defaultValue={profile.displayName ?? ''}
          isInvalid={isAtFault('name', problem)}
          describedBy={messageId}
        />
        <TextField
          label="Address of a picture"
          name="photo"
          inputMode="url"
          autoComplete="photo"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          defaultValue={profile.photoUrl ?? ''}
          isInvalid={isAtFault('photo', problem)}
          describedBy={messageId}
        />
        <p className={message.hint}>
          An empty field takes away what is there. A name may have {longestName} characters. The picture is
          not shown here: the server it lies on would learn of each visit.
        </p>
        <StepMessage id={messageId} problem={problem} done={done} />
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Saving…' : 'Save name and picture'}
        </Button>
      </form>
      {dialog}
    </section>
  )
}
