/** The answer to a question: collected while the logs are read, then a text. */
import type { Question } from './arguments'
import type { ReadingFacts } from './document'
import { openFinds } from './finds'
import { openOverview } from './overview'
import type { ErrorRecord } from './record'
import type { JsonObject } from './scan'

export type Answer = {
  add(record: ErrorRecord, object: JsonObject): void
  /** The text, and whether it is what was asked for. That there are no errors is an answer, too. */
  finish(facts: ReadingFacts): { text: string; isAnswered: boolean }
}

/** Collects what the question needs, and no more. */
export function openAnswer(question: Question): Answer {
  const { reference, isJson } = question
  return reference === null ? openOverview(question) : openFinds({ reference, isJson })
}
