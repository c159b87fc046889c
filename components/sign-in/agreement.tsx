import message from '@/components/ui/message.module.css'
import { routes } from '@/lib/site/routes'

/** What users agree to by creating an account. Opens in a new tab, so the form keeps the password. */
export function Agreement() {
  return (
    <p className={message.hint}>
      By creating an account, you agree to the{' '}
      <a href={routes.terms} target="_blank" rel="noopener">
        Terms
      </a>
      .{' '}
      <a href={routes.privacy} target="_blank" rel="noopener">
        Privacy
      </a>{' '}
      tells how we handle your data.
    </p>
  )
}
