'use client'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { failureOf } from '@/lib/browser/identity/fault'
import { currentChallenge } from '@/lib/browser/identity/second-factor'
import type { PublicConfig } from '@/lib/config/config'
import { useChallenge } from './challenge'
import type { PromptProps } from './prompt'

type Props = {
  config: PublicConfig
  /** What the question takes the place of; without any it is a dialog. */
  children?: ReactNode
}

/**
 * Asks for the second factor whenever a sign-in on this page waits for one, whoever began it: nobody calls this, every
 * call of the identity provider that signs in gets its answer by itself. What asks is loaded then.
 */
export function SecondFactorGate({ config, children }: Props) {
  const challenge = useChallenge()
  const [Prompt, setPrompt] = useState<ComponentType<PromptProps> | null>(null)
  const isAsking = challenge !== null && Prompt !== null
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!challenge || Prompt) return
    import('./prompt').then(
      (loaded) => setPrompt(() => loaded.SecondFactorPrompt),
      (fault) => {
        failureOf(fault)
        challenge.cancel('sdk-unreachable')
      },
    )
  }, [challenge, Prompt])

  // Leaving the page abandons the sign-in.
  useEffect(() => () => currentChallenge()?.cancel(), [])

  // What is hidden loses the focus, and gets it back.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!isAsking || !place.current?.contains(activeElement)) return
    return () => (activeElement as HTMLElement).focus()
  }, [isAsking])

  const prompt = isAsking && <Prompt challenge={challenge} config={config} isDialog={!children} />
  if (!children) return prompt
  return (
    <>
      {/* Hidden rather than removed, so that nothing typed is lost. */}
      <div ref={place} hidden={isAsking}>
        {children}
      </div>
      {prompt}
    </>
  )
}
