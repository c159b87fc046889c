'use client'

export function Link({ text }: { text: string }) {
  const print = () => {
    console['log'] = () => undefined
  }
  return <button type="button" onClick={print}>{text}</button>
}
