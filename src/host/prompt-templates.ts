/** The prompt templates of the host, which all of its clients share. */
import { promptTemplatesSchema, type PromptTemplates as TemplateList } from '../api/prompt-templates.ts'
import { readSetting, type TellProblem } from './journal/settings.ts'
import type { Store } from './journal/store.ts'
import type { CreateReceipt } from './receipts.ts'

const SETTING = 'templates'

export class PromptTemplates {
  readonly #store: Store
  #list: TemplateList

  constructor(store: Store, tellProblem: TellProblem = () => {}) {
    this.#store = store
    this.#list = readSetting(store, SETTING, promptTemplatesSchema, tellProblem) ?? { templates: [] }
  }

  get list(): TemplateList {
    return this.#list
  }
  put(list: TemplateList, createReceipt?: CreateReceipt<TemplateList>): TemplateList {
    this.#store.putSetting(SETTING, list, createReceipt?.(list))
    this.#list = list
    return list
  }
}
