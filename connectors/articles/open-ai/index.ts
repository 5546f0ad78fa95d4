import { asksOf, keyField } from '#connectors/kit/articles/declare.ts';
import type { ArticleSource } from '#connectors/kit/contract/articles.ts';
import { type ServiceJob, textField } from '#connectors/kit/contract/connector.ts';
import { listOf, readObject, textOf } from '#connectors/kit/read-answer.ts';
import { authorization, chat, failureOf, label, modelOf } from './chat.ts';
import { writeArticle } from './write-article.ts';

/** Any server with the chat interface of OpenAI, which many services and programs speak. */
export const openAi: ArticleSource = {
  id: 'open-ai',
  label,
  address: 'https://api.openai.com/v1',
  fields: [
    keyField('Any text where the server asks for none'),
    {
      name: 'model',
      label: 'Model name',
      kind: 'text',
      required: false,
      initial: 'gpt-4o-mini',
      help: 'As the server names it',
    },
  ],
  asks: asksOf(label, 'https://platform.openai.com/api-keys'),
  maxWanted: 1,
  pace: { pollMs: 5_000, giveUpMs: 1_200_000 },
  settings: [
    {
      name: 'nSections',
      label: 'Number of sections',
      kind: 'number',
      required: true,
      initial: 3,
      range: { min: 2, max: 10 },
      help: 'Each is written by a question of its own',
    },
    {
      name: 'spin',
      label: 'Spin syntax',
      kind: 'switch',
      required: false,
      initial: true,
      help: 'On: words come with choices, {a|b}',
    },
  ],
  async find(job, order) {
    const article = await writeArticle(job, order);
    return { state: 'ready', articles: article ? [article] : [] };
  },
  async check(job) {
    const model = modelOf(job);
    const models = await listModels(job);
    // Some servers name none, or not all that they know: then a short answer tells.
    if (!models?.includes(model)) await chat(job, [{ role: 'user', content: 'Answer with the word OK.' }], false);
    return { detail: `${label} takes the key and knows the model ${model.slice(0, 100)}` };
  },
};

/** Models that the server names; undefined where it has no such list. */
async function listModels(job: ServiceJob): Promise<string[] | undefined> {
  const answer = await job.tools.http({
    method: 'GET',
    url: `${job.address}/models`,
    headers: authorization(job),
    raw: true,
    secrets: [textField(job.key, 'apiKey')],
  });
  if ([400, 404, 405, 501].includes(answer.status)) return undefined;
  if (answer.status >= 300) throw failureOf(job, answer, answer.text);
  const said = readObject(answer.text);
  return said && listOf(said, 'data').map((model) => textOf(model, 'id'));
}
