import styles from './account.module.css'
import field from './field.module.css'

type Props = { id: string; problem: string | null; done: string | null }

/** What became of a step: said to whoever sees it and to whoever hears it. */
export function StepMessage({ id, problem, done }: Props) {
  return (
    <div id={id}>
      <div role="alert">{problem && <p className={field.problem}>{problem}</p>}</div>
      <div role="status">{done && <p className={styles.done}>{done}</p>}</div>
    </div>
  )
}
