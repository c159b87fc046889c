'use client'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'
import type { Provider } from '@/lib/identity/providers'
import styles from './provider-button.module.css'

/** A button with the provider's logo. */
export function ProviderButton({
  provider,
  className = '',
  ...props
}: ComponentProps<typeof Button> & { provider: Provider }) {
  return <Button {...props} className={`${styles.provider} ${className}`} data-provider={provider} />
}
