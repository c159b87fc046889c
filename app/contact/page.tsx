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
        Trouble signing in, a question about your account, or a fault on this site: write to us. Your message
        goes from your own mail program to the people who run this site.
      </p>
      <p id="no-address" className={`${message.note} ${prose.revealed}`} role="status">
        The people who run this site have not given an address to write to yet.
      </p>
      <p>
        <a href={apiRoutes.contact} className={button.primary}>
          Write an email
        </a>
      </p>
      <h2>So that we can help</h2>
      <ul>
        <li>Say what you did, and what you saw.</li>
        <li>
          Say when it was, and add the reference if the page showed one. That helps us look for it in our log.
        </li>
        <li>Never send us your password. We won’t ask for it.</li>
      </ul>
    </article>
  )
}
