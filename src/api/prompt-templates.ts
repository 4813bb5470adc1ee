/** Prompts that are kept for later use, and those that were sent before. */
import { z } from 'zod'

export const promptTemplateSchema = z.strictObject({
  /** Typed after `/` in a message. */
  name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'a name has letters, digits, - and _'),
  description: z.string().max(500).optional(),
  /** Each `{{name}}` in it is a variable, whose value is asked for when the template is used. */
  text: z.string().min(1).max(100_000),
})
const areUnique = (all: readonly { name: string }[]) =>
  new Set(all.map(({ name }) => name.toLowerCase())).size === all.length
export const promptTemplatesSchema = z.object({
  templates: z
    .array(promptTemplateSchema)
    .max(200)
    .refine(areUnique, 'two templates have the same name')
    .default([]),
})

export const pastPromptSchema = z.object({
  text: z.string(),
  session: z.string(),
  at: z.number().describe('Milliseconds since 1970'),
})
export const pastPromptsSchema = z.object({ prompts: z.array(pastPromptSchema) })

/** A prompt that is kept for later use. */
export type PromptTemplate = z.infer<typeof promptTemplateSchema>
/** The kept prompts. */
export type PromptTemplates = z.infer<typeof promptTemplatesSchema>
/** A prompt that was sent, and to which session last. */
export type PastPrompt = z.infer<typeof pastPromptSchema>
