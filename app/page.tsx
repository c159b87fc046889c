import { NoteBody } from '@/components/notes/rendered'
import { Announced } from '@/components/ui/announced'
import button from '@/components/ui/button.module.css'
import { Doorway } from '@/components/ui/doorway'
import { renderMarkdown } from '@/lib/server/notes/markdown'
import { routes } from '@/lib/site/routes'
import styles from './page.module.css'

export default function HomePage() {
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1>Private notes, shared when you say so</h1>
          <p className={styles.lead}>Write it down, find it on any device, send a link when you’re ready.</p>
          <HomeActions />
        </div>
        <ExampleNote />
      </section>
      <section className={styles.promises} aria-label="What you can do">
        <div>
          <FeatureIcon drawing="M15 33l2-7 15-15 5 5-15 15-7 2zM28 15l5 5" />
          <h2>Write it down</h2>
          <p>Plain text with headings, lists and check boxes. It’s saved as you type.</p>
        </div>
        <div>
          <FeatureIcon drawing="M31 20a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM29 26l8 8" />
          <h2>Find it again</h2>
          <p>Search all your notes, on any device you sign in on.</p>
        </div>
        <div>
          <FeatureIcon drawing="M23 26a6 6 0 0 0 9 1l4-4a6 6 0 0 0-9-9l-2 2M29 22a6 6 0 0 0-9-1l-4 4a6 6 0 0 0 9 9l2-2" />
          <h2>Share it by link</h2>
          <p>Your notes stay private until you share one. You can stop sharing at any time.</p>
        </div>
      </section>
    </>
  )
}

/** All are rendered; the style sheet shows one, by the boot script's hint (lib/session/hint). */
function HomeActions() {
  return (
    <>
      <div className={styles.farewell} data-nosnippet="">
        <Announced>You’ve signed out.</Announced>
        <p className="row">
          <a href={routes.login} className={button.primary}>
            Sign in
          </a>
          <a href={routes.createAccount} className={button.quiet}>
            Create an account
          </a>
        </p>
      </div>
      <p className={`row ${styles.signedOutActions}`}>
        <a href={routes.createAccount} className={button.primary}>
          Create an account
        </a>
        <a href={routes.login} className={button.quiet}>
          Sign in
        </a>
      </p>
      <p className={`row ${styles.signedInActions}`}>
        <a href={routes.app} className={button.primary}>
          Your notes
        </a>
      </p>
    </>
  )
}

/** Rendered like any note. */
function ExampleNote() {
  return (
    <figure className={styles.example} aria-label="An example of a note">
      <Doorway state="lit" />
      <div className={styles.note}>
        <h2>Weekend at the lake</h2>
        <NoteBody html={renderMarkdown(exampleText)} />
      </div>
    </figure>
  )
}

const exampleText = `The train leaves at **9:12**, platform 4.

## To pack
- [x] Tent and matches
- [x] Cards
- [ ] Coffee for four`

/** Lines drawn in a small doorway. */
function FeatureIcon({ drawing }: { drawing: string }) {
  return (
    <svg className={styles.arch} viewBox="0 0 52 60" aria-hidden="true">
      <path fill="var(--door-frame)" d="M0 60V26a26 26 0 0 1 52 0v34z" />
      <path fill="var(--door-light)" d="M6 60V26a20 20 0 0 1 40 0v34z" />
      <path d={drawing} transform="translate(0 5)" />
    </svg>
  )
}
