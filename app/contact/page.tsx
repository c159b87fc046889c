import type { Metadata } from 'next'
import button from '@/components/ui/button.module.css'
import message from '@/components/ui/message.module.css'
import prose from '@/components/ui/prose.module.css'
import { apiRoutes } from '@/lib/site/api-routes'

export const metadata: Metadata = { title: 'Contact' }

export default function ContactPage() {
  return (
    <article className={prose.prose}>
      <h1>Contact</h1>
      <p className={prose.lead}>
        Trouble signing in, a question about your account, or something broken? Email us. Your message goes
        from your own email app to the people who run this site.
      </p>
      <p id="no-address" className={`${message.note} ${prose.revealed}`} role="status">
        There’s no contact address yet. The people who run this site still have to add one.
      </p>
      <p>
        <a href={apiRoutes.contact} className={button.primary}>
          Write an email
        </a>
      </p>
      <h2>What to tell us</h2>
      <ul>
        <li>Tell us what you did and what you saw.</li>
        <li>
          Tell us when it happened, and include the reference if the page showed one. That helps us find it in
          our log.
        </li>
        <li>Never send us your password. We’ll never ask for it.</li>
      </ul>
    </article>
  )
}
