import 'server-only'
import Markdown from 'markdown-it'

export const renderPreview = (text: string) => new Markdown().render(text)
