import 'server-only'

type Question = { answer: Promise<boolean> | null }

const database: Question = { answer: null }

export function isReady(ask: () => Promise<boolean>): Promise<boolean> {
  return answerOf(database, ask)
}

function answerOf(question: Question, ask: () => Promise<boolean>): Promise<boolean> {
  question.answer ??= ask()
  return question.answer
}
