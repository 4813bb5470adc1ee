/** What a person typed, as a full-text query: all words, the last one by its beginning, "quoted" ones as a phrase. */
export function searchQuery(typed: string): string {
  const parts = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, phrase, word]) => ({ phrase, word }))
  const terms = parts
    .map(({ phrase, word }) => (phrase ?? word ?? '').replace(/["\0]/g, ' ').trim())
    .map((text, index) => ({
      text,
      isPrefix: index === parts.length - 1 && parts[index]?.phrase === undefined,
    }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
  return terms.map(({ text, isPrefix }) => `"${text}"${isPrefix ? ' *' : ''}`).join(' ')
}
