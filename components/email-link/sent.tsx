import type { PublicConfig } from '@/lib/config/config'
import styles from './email-link.module.css'

/** What has been sent, in words; spoken when it changes. With the emulator no mail ever comes, and it says where to look. */
export function MailAnswer({ config, words }: { config: PublicConfig; words: string | null }) {
  return (
    <div role="status">
      {words && (
        <div className={styles.answer}>
          <p>{words}</p>
          {config.emulatorUrl && (
            <p>Emulator mode sends no mail: the message is printed where Foyer was started.</p>
          )}
        </div>
      )}
    </div>
  )
}
