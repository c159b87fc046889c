'use client'
import { useRef } from 'react'
import { Button } from '@/components/ui/button'
import button from '@/components/ui/button.module.css'
import { useCopy } from '@/components/ui/copy'
import { EmailAddress } from '@/components/ui/email-address'
import message from '@/components/ui/message.module.css'
import prose from '@/components/ui/prose.module.css'
import { usePublicConfig } from '@/components/ui/public-config'
import { apiRoutes } from '@/lib/site/api-routes'

/**
 * The operator's email address. Until the settings are known, and without scripts, only a link that leads to it; a message
 * if none is set.
 */
export function ContactAddress() {
  const config = usePublicConfig()
  const email = config?.operator?.contactEmail
  const isMissing = config !== null && !email
  return (
    <div className={prose.address}>
      <p id="no-address" className={`${message.note} ${isMissing ? '' : prose.revealed}`} role="status">
        There’s no contact address yet. This site’s owner has to add one.
      </p>
      {!isMissing && (
        <p className="row">
          <a href={apiRoutes.contact} className={button.primary}>
            Write an email
          </a>
          {email && <CopyableAddress email={email} />}
        </p>
      )}
    </div>
  )
}

/** Last on its page, as it comes with the settings. */
export function PostalAddress() {
  const { name, address } = usePublicConfig()?.operator ?? {}
  if (!name || !address) return null
  return (
    <p>
      By post:{' '}
      <span>
        {name}, {address}
      </span>
    </p>
  )
}

/** An address and a button that copies it, for people who write from another device. */
function CopyableAddress({ email }: { email: string }) {
  const text = useRef<HTMLElement>(null)
  const { copy, words } = useCopy(email, () => {
    if (text.current) getSelection()?.selectAllChildren(text.current)
  })
  return (
    <>
      <code ref={text}>
        <EmailAddress email={email} />
      </code>
      <Button onClick={copy}>Copy address</Button>
      <span role="status" className={message.hint}>
        {words}
      </span>
    </>
  )
}
