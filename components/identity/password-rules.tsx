'use client'
import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { failureOf } from '@/lib/browser/identity/fault'
import { loadPasswordPolicy, passwordPolicy } from '@/lib/browser/identity/password-policy'
import type { PublicConfig } from '@/lib/config/config'
import { checkPassword, describeUnmetRules, describeWeakness, isShort } from '@/lib/identity/password-policy'
import { IdentityErrorMessage } from './error-message'
import styles from './password-rules.module.css'

export type RulesProps = {
  id: string
  input: RefObject<HTMLInputElement | null>
  typed: string
  config: PublicConfig
}

/** The rules for a new password, checked while typing. The policy is fetched when the form gets the focus. */
export function PasswordRules({ id, input, typed, config }: RulesProps) {
  const { policy, problem } = useSyncExternalStore(
    passwordPolicy.subscribe,
    passwordPolicy.current,
    passwordPolicy.initial,
  )
  const check = checkPassword(typed, policy)
  const unmet = describeUnmetRules(check)
  const isCommon = useIsCommon(typed)
  const advice = unmet === null ? describeWeakness(typed, isCommon) : null
  const isOnlyLength = check.rules.length === 1
  const lead = check.isRequired ? 'Use' : 'Recommended:'
  const violation = check.isEnforced && typed !== '' && unmet ? `Your password still needs ${unmet}.` : ''

  useEffect(() => onFocusWithin(input.current?.form, () => void loadPasswordPolicy(config)), [input, config])
  useEffect(() => blockSubmission(input.current, violation), [input, violation])

  return (
    <div className={`tight ${styles.rules}`}>
      <div id={id} className={styles.status}>
        {problem ? (
          <IdentityErrorMessage problem={{ code: problem }} />
        ) : (
          <ul className={styles.list}>
            {check.rules.map(({ name, words, isMet }) => (
              <li key={name} className={isMet ? styles.met : undefined}>
                <span>
                  {isMet && <span className="visually-hidden">Done: </span>}
                  <span>{name === 'length' ? `${lead} ${words}${isOnlyLength ? '.' : ''}` : words}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
        {advice && <p className={styles.advice}>{advice}</p>}
        {!advice && !problem && isOnlyLength && <p>Longer is stronger. Try a few unrelated words.</p>}
      </div>
      {!problem && (
        <Announcement
          typed={typed}
          words={
            unmet
              ? `Your password still needs ${unmet}.`
              : (advice ??
                (isOnlyLength ? 'Your password is long enough.' : 'Your password meets the rules.'))
          }
        />
      )}
    </div>
  )
}

/** Whether a password is one of the most common; false until their list is loaded. */
function useIsCommon(typed: string): boolean {
  const [isCommon, setCommon] = useState<((password: string) => boolean) | null>(null)
  const needsList = !isShort(typed) && !isCommon

  useEffect(() => {
    if (!needsList) return
    void import('@/lib/identity/common-passwords')
      .then(({ isCommonPassword }) => setCommon(() => isCommonPassword))
      // The advice is optional.
      .catch(failureOf)
  }, [needsList])

  return isCommon?.(typed) ?? false
}

const pauseMs = 1_000

/** Tells screen readers once typing pauses: on every key it would drown out the keys. */
function Announcement({ typed, words }: { typed: string; words: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(typed === '' ? '' : words), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, words])
  return (
    <p role="status" className="visually-hidden">
      {announced}
    </p>
  )
}

function blockSubmission(input: HTMLInputElement | null, violation: string): () => void {
  input?.setCustomValidity(violation)
  return () => input?.setCustomValidity('')
}

/** Also runs if the form already has the focus. */
function onFocusWithin(form: HTMLFormElement | null | undefined, work: () => void): () => void {
  if (form?.contains(document.activeElement)) work()
  form?.addEventListener('focusin', work)
  return () => form?.removeEventListener('focusin', work)
}
