import type { Metadata } from 'next'
import { ContactAddress, PostalAddress } from '@/components/layout/contact-address'
import prose from '@/components/ui/prose.module.css'
import type { Room } from '@/lib/server/room'
import * as rooms from '@/lib/server/rooms'

export const metadata: Metadata = { title: 'Contact' }

const hints = Object.values<Room>(rooms).flatMap(({ words }) => words?.contact ?? [])

export default function ContactPage() {
  return (
    <article className={prose.prose}>
      <h1>Contact</h1>
      <p className={prose.lead}>
        Trouble signing in, a question about your account, or something broken? Email us. Your message goes
        from your own email app.
      </p>
      <ContactAddress />
      <h2>What to tell us</h2>
      <ul>
        <li>Tell us what you did and what you saw.</li>
        <li>
          Tell us when it happened, and include the reference if the page showed one. That helps us find it in
          our log.
        </li>
        {hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
        <li>Never send us your password. We’ll never ask for it.</li>
      </ul>
      <PostalAddress />
    </article>
  )
}
