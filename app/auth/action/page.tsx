import type { Metadata } from 'next'
import { BrokenMailLink } from '@/components/broken-mail-link'
import { Doorway } from '@/components/doorway'
import { MailLinkView } from '@/components/mail-link'
import { SignInUnavailable } from '@/components/sign-in-unavailable'
import { siteConfig } from '@/lib/config'
import { describeMailLink, mailLinkDestination, parseMailLink } from '@/lib/mail-link'
import { requestSession } from '@/lib/server/session'
import { requestOrigin, signInObstacle } from '@/lib/server/sign-in-obstacle'
import styles from '../../login/page.module.css'

type Props = PageProps<'/auth/action'>

/** The address of this page holds a code: other pages are told of the site alone as where one came from. */
export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const title = describeMailLink(parseMailLink(await searchParams))
  return { title, robots: { index: false }, referrer: 'origin' }
}

export default async function MailLinkPage({ searchParams }: Props) {
  const query = await searchParams
  const link = parseMailLink(query)
  const next = mailLinkDestination(query, await requestOrigin())
  const obstacle = await signInObstacle()
  const isSignedIn = (await requestSession()).status === 'valid'
  const known = { config: siteConfig().public, next, isSignedIn }
  return (
    <div className={styles.page}>
      <Doorway className={styles.picture} />
      <section className={styles.card}>
        {obstacle && <SignInUnavailable obstacle={obstacle} />}
        {!obstacle && (link ? <MailLinkView {...known} link={link} /> : <BrokenMailLink next={next} />)}
      </section>
    </div>
  )
}
