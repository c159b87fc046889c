'use client'
import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { failureOf } from '@/lib/browser/identity/fault'
import { type Challenge, currentChallenge, watchChallenges } from '@/lib/browser/identity/second-factor'
import type { PublicConfig } from '@/lib/config/config'
import type { PromptProps } from './prompt'

type Props = {
  config: PublicConfig
  /** The page that the prompt replaces; without one it's a dialog. */
  children?: ReactNode
}

/** Prompts for a second factor whenever a sign-in on this page needs one. The prompt loads on demand. */
export function SecondFactorGate({ config, children }: Props) {
  const challenge = useChallenge()
  const [Prompt, setPrompt] = useState<ComponentType<PromptProps> | null>(null)
  const isPrompting = challenge !== null && Prompt !== null
  const page = useRef<HTMLDivElement>(null)

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

  // Restores the focus, which hiding the page removes.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!isPrompting || !page.current?.contains(activeElement)) return
    return () => (activeElement as HTMLElement).focus()
  }, [isPrompting])

  const prompt = isPrompting && <Prompt challenge={challenge} config={config} isDialog={!children} />
  if (!children) return prompt
  return (
    <>
      {/* Hidden rather than removed, so that nothing typed is lost. */}
      <div ref={page} hidden={isPrompting}>
        {children}
      </div>
      {prompt}
    </>
  )
}

/** The sign-in on this page that waits for its second factor. */
export function useChallenge(): Challenge | null {
  return useSyncExternalStore(watchChallenges, currentChallenge, () => null)
}
