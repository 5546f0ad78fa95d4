import { PlusOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { randomInfo } from '#domain/contract/projects/account.ts';
import type { ProjectPage } from '#domain/contract/projects/projects.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { Field } from '#web/ui/field.tsx';
import { NameDialog } from '#web/ui/name-dialog.tsx';
import { ViewedSelect } from '#web/ui/viewed-select.tsx';
import { LinkSetRows } from '../links/link-set-rows.tsx';
import { making } from '../making.ts';
import { texts } from '../texts.ts';
import type { ProjectForm } from '../use-project-form.ts';

interface AccountTabProps {
  data: ProjectPage<'account'>;
  form: ProjectForm<'account'>;
}

const spinHint = 'Spin syntax may be used: {Ann|Eve}';

/** Tab Account: what the new accounts are called, and where they are kept. */
export function AccountTab({ data, form }: AccountTabProps) {
  const { value, change, problemAt } = form;
  const disabled = !form.isEditing;
  const profiles = making.profile(data.project.id, data.campaign.id);
  const [isAdding, setIsAdding] = useState(false);
  const generate = async () => {
    const info = await attempt(() => send(randomInfo, {}), { failed: texts.randomFailed });
    if (info) change(info);
  };
  const text = (field: TextField, label: string, hint?: string) => (
    <Field id={field} label={label} problem={problemAt(field)} hint={hint}>
      <Input
        id={field}
        autoComplete="off"
        disabled={disabled}
        value={value[field]}
        onChange={(event) => change({ [field]: event.target.value })}
      />
    </Field>
  );
  return (
    <div className="panel project-form">
      <Field
        id="profileId"
        label="Account profile"
        problem={problemAt('profileId')}
        hint="The made accounts are kept here"
      >
        <div className="with-button">
          <ViewedSelect
            id="profileId"
            what="account profile"
            value={value.profileId}
            rows={data.profiles}
            disabled={disabled}
            path="/accounts/"
            onChange={(profileId) => change({ profileId })}
          />
          <Button icon={<PlusOutlined aria-hidden />} disabled={disabled} onClick={() => setIsAdding(true)}>
            Add Profile
          </Button>
        </div>
      </Field>
      <div className="toolbar">
        <strong>Personal info</strong>
        <Button
          size="small"
          className="push"
          icon={<ReloadOutlined aria-hidden />}
          disabled={disabled}
          onClick={() => void generate()}
        >
          Generate Random Info
        </Button>
      </div>
      <div className="fields-2">
        {text('firstName', 'First name', spinHint)}
        {text('lastName', 'Last name')}
        {text('username', 'Username')}
        <Field id="password" label="Password" problem={problemAt('password')}>
          <Input.Password
            id="password"
            autoComplete="new-password"
            disabled={disabled}
            value={value.password}
            onChange={(event) => change({ password: event.target.value })}
          />
        </Field>
        {text('blogTitle', 'Blog title', 'Generated when empty')}
        {text('blogName', 'Blog name', 'Made of the blog title when empty')}
      </div>
      <div className="inset">
        <LinkSetRows
          id="linkSetProfiles"
          title="Links in profiles"
          addText="Add link set"
          rows={value.linkSetProfiles}
          urlLists={data.urlLists ?? []}
          disabled={disabled}
          problem={problemAt('linkSetProfiles')}
          making={making.linkSet(data.project.id, data.campaign.id)}
          onChange={(linkSetProfiles) => change({ linkSetProfiles })}
        />
      </div>
      <NameDialog
        open={isAdding}
        title="Add Account Profile"
        {...profiles}
        onSubmit={async (name) => {
          change({ profileId: await profiles.make(name) });
        }}
        onClose={() => setIsAdding(false)}
      />
    </div>
  );
}

type TextField = 'firstName' | 'lastName' | 'username' | 'blogTitle' | 'blogName';
