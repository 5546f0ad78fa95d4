import { Form, Input, Radio } from 'antd';
import { z } from 'zod';
import { campaignName } from '#domain/contract/campaigns.ts';
import type { ConnectorField } from '#domain/contract/connectors.ts';
import { linkInput } from '#domain/contract/links.ts';
import { projectName } from '#domain/contract/projects/kind.ts';
import { projectTexts } from '#domain/contract/projects/rules.ts';
import { addSiteByAddress } from '#domain/contract/sites.ts';
import type { WayIn } from '#domain/contract/way-in.ts';
import { pleaseEnter, readFields } from '#domain/rules/connector-fields.ts';
import { useConnectors } from '#web/lib/connectors.ts';
import { AskLine, ConnectorFields } from '#web/ui/connector-fields.tsx';
import { StepForm } from './step-form.tsx';
import { addSite, keepAccount, keepArticle, keepLink, makeProject } from './take-steps.ts';
import { names, texts } from './texts.ts';

/** An address may be typed as it is spoken. */
const siteSchema = z.preprocess((value) => {
  const { url = '', ...rest } = value as { url?: string };
  const typed = url.trim();
  return { ...rest, url: typed === '' || /^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}` };
}, addSiteByAddress.body);

/** Address and permission: all else the site tells of itself. */
function SiteStep(_: { way: WayIn }) {
  return (
    <StepForm
      schema={siteSchema}
      initial={{ url: '', permissionNote: '' }}
      okText="Add site"
      failed={texts.siteFailed}
      onSubmit={addSite}
    >
      <Form.Item name="url" label="Address of the site" extra={texts.addressHint}>
        <Input maxLength={2_000} autoComplete="off" placeholder="https://blog.example.com" />
      </Form.Item>
      <Form.Item name="permission" label="May you post there?">
        <Radio.Group
          options={[
            { value: 'owned', label: 'I own it' },
            { value: 'granted', label: 'I may post to it' },
          ]}
        />
      </Form.Item>
      <Form.Item name="permissionNote" label="What that rests on (optional)" extra="Stored with today’s date">
        <Input maxLength={2_000} autoComplete="off" placeholder="Contract of May 2026, agreed by mail with …" />
      </Form.Item>
    </StepForm>
  );
}

const accountSchema = (fields: readonly ConnectorField[]) =>
  z
    .looseObject({ campaignName })
    .superRefine((value, context) => {
      for (const { field, message } of readFields(fields, value as Record<string, string>).problems)
        context.addIssue({ code: 'custom', path: [field], message });
    })
    .transform(({ campaignName: name, ...typed }) => ({
      campaignName: name,
      fields: readFields(fields, typed as Record<string, string>).values as Record<string, string>,
    }));

/** The login that the site asks for; it is tried before it is kept. */
function AccountStep({ way }: { way: WayIn }) {
  const connector = useConnectors('platforms')?.find(({ id }) => id === way.site?.connector);
  if (!connector) return null;
  return (
    <StepForm
      schema={accountSchema(connector.fields)}
      initial={{ campaignName: way.campaign?.name ?? names.campaign }}
      okText="Test and save"
      failed={texts.accountFailed}
      onSubmit={(value) => keepAccount(way, value)}
    >
      <p className="quiet">
        <AskLine ask={connector.asks.find(({ when }) => when === 'setup')} siteUrl={way.site?.url} />
      </p>
      <ConnectorFields fields={connector.fields} />
      {!way.campaign && (
        <Form.Item name="campaignName" label="Campaign" extra="Accounts, links and projects belong to a campaign">
          <Input maxLength={255} autoComplete="off" />
        </Form.Item>
      )}
    </StepForm>
  );
}

const articleSchema = z.object({ text: z.string().refine((value) => value.trim() !== '', pleaseEnter('Article')) });

/** An article, pasted or dropped. */
function ContentStep({ way }: { way: WayIn }) {
  return (
    <StepForm
      schema={articleSchema}
      initial={{ text: '' }}
      okText="Add article"
      failed={texts.articleFailed}
      onSubmit={({ text }) => keepArticle(way, text)}
    >
      <Form.Item name="text" label="Article" extra={texts.articleHint}>
        <ArticleField />
      </Form.Item>
    </StepForm>
  );
}

interface ArticleFieldProps {
  id?: string;
  value?: string;
  onChange?: (value: string) => void;
}

/** Text that also takes a dropped file. */
function ArticleField({ id, value = '', onChange }: ArticleFieldProps) {
  return (
    <Input.TextArea
      {...(id ? { id } : {})}
      value={value}
      autoSize={{ minRows: 6, maxRows: 16 }}
      onChange={(event) => onChange?.(event.target.value)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        void file.text().then(onChange);
      }}
    />
  );
}

const linkSchema = linkInput.pick({ url: true, anchor: true });

/** Where the article shall link to. */
function LinksStep({ way }: { way: WayIn }) {
  return (
    <StepForm
      schema={linkSchema}
      initial={{ url: '', anchor: '' }}
      okText="Add link"
      failed={texts.linkFailed}
      onSubmit={(link) => keepLink(way, link)}
    >
      <Form.Item name="url" label="Address to link to">
        <Input autoComplete="off" placeholder="https://example.com/page" />
      </Form.Item>
      <Form.Item name="anchor" label="Anchor" extra={texts.anchorHint}>
        <Input autoComplete="off" />
      </Form.Item>
    </StepForm>
  );
}

const projectSchema = z.object({
  name: projectName,
  tags: z.string().refine((value) => value.trim() !== '', projectTexts.tags),
});

/** All is there: only a name and tags, which are filled in already. */
function ProjectStep({ way }: { way: WayIn }) {
  return (
    <StepForm
      schema={projectSchema}
      initial={{ name: way.campaign?.name ?? names.campaign, tags: way.links?.anchor?.replaceAll(',', ' ') ?? '' }}
      okText="Create project"
      failed={texts.projectFailed}
      onSubmit={(value) => makeProject(way, value)}
    >
      <p className="quiet">
        {`Posts an article of “${way.group?.name}” to ${way.site?.id.siteId} with a link of “${way.links?.name}”.`}
      </p>
      <Form.Item name="name" label="Name">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
      <Form.Item name="tags" label="Tags" extra={texts.tagsHint}>
        <Input maxLength={1_000} autoComplete="off" />
      </Form.Item>
    </StepForm>
  );
}

const forms = { site: SiteStep, account: AccountStep, content: ContentStep, links: LinksStep, project: ProjectStep };

/** The form of one step; fetched when it is its turn. */
export function FormOfStep({ step, way }: { step: keyof typeof forms; way: WayIn }) {
  const Step = forms[step];
  return <Step way={way} />;
}
