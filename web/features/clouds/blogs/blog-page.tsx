import { CloudUploadOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Form, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { blogTexts, previewCloudBlog } from '#domain/contract/cloud-blogs.ts';
import { cloudServices } from '#domain/contract/clouds.ts';
import { send } from '#web/lib/call.ts';
import { attempt } from '#web/lib/notices.ts';
import { ActionBar } from '#web/ui/action-bar.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useLeaveGuard } from '#web/ui/leave-guard.tsx';
import { PageFrame } from '#web/ui/page-frame.tsx';
import { QueryGate } from '#web/ui/query-gate.tsx';
import { useCloudAccounts } from '../accounts/queries.ts';
import { BlogFields } from './blog-fields.tsx';
import { BlogList } from './blog-list.tsx';
import { BlogPreview, type PreviewPage } from './blog-preview.tsx';
import { upload, useCloudBlogs } from './queries.ts';
import { texts } from './texts.ts';
import { type BlogForm, useBlogForm } from './use-blog-form.ts';
import '../clouds.css';

/** Makes a blog of pages that stand at a cloud service, and keeps those that were made. */
export function BlogPage() {
  const blogs = useCloudBlogs();
  const form = useBlogForm();
  const [pages, setPages] = useState<PreviewPage[] | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [isUploading, setIsUploading] = useState(false);
  useLeaveGuard(form.isTouched);
  const preview = async () => {
    if (!form.check()) return;
    setIsAsking(true);
    const ask = () =>
      send(previewCloudBlog, { body: form.typed }).catch((error: unknown) => {
        form.refuse(error);
        throw error;
      });
    const answer = await attempt(ask, { failed: texts.previewFailed });
    setIsAsking(false);
    if (answer) setPages(answer.pages);
  };
  const uploadButton = (
    <Button
      type="primary"
      icon={<CloudUploadOutlined aria-hidden />}
      onClick={() => form.check() && setIsUploading(true)}
    >
      Upload
    </Button>
  );
  return (
    <PageFrame
      title={texts.title}
      crumbs={[{ text: texts.title }]}
      actions={
        <ActionBar main={uploadButton}>
          <Button icon={<EyeOutlined aria-hidden />} loading={isAsking} onClick={() => void preview()}>
            Preview
          </Button>
        </ActionBar>
      }
    >
      <div className="blog-screen">
        <form
          className="blog-form"
          aria-label={texts.title}
          onSubmit={(event) => {
            event.preventDefault();
            void preview();
          }}
        >
          <BlogFields form={form} />
        </form>
        <QueryGate query={blogs} failed={texts.loadFailed}>
          {(data) => <BlogList blogs={data.blogs} />}
        </QueryGate>
      </div>
      <BlogPreview pages={pages} onClose={() => setPages(null)} />
      <UploadDialog open={isUploading} form={form} onClose={() => setIsUploading(false)} />
    </PageFrame>
  );
}

const choice = z.object({ cloudAccountId: z.number(blogTexts.account) });

/** Asks for the account; a refusal of the form closes it, since what is wrong stands behind it. */
function UploadDialog({ open, form, onClose }: { open: boolean; form: BlogForm; onClose: () => void }) {
  const { data } = useCloudAccounts();
  const accounts = data?.accounts ?? [];
  const options = accounts.map(({ id, friendlyName, service }) => ({
    value: id,
    label: `${friendlyName} (${cloudServices[service].label})`,
  }));
  const [only] = accounts.length === 1 ? accounts : [];
  return (
    <FormDialog
      open={open}
      title="Upload the blog"
      okText="Upload"
      schema={choice}
      initial={only ? { cloudAccountId: only.id } : {}}
      failed={texts.uploadFailed}
      done={texts.begun}
      onSubmit={async ({ cloudAccountId }) => {
        try {
          await upload({ ...form.typed, cloudAccountId });
          form.sent();
        } catch (error) {
          if (!form.refuse(error)) throw error;
          onClose();
          return false;
        }
      }}
      onClose={onClose}
    >
      <Form.Item
        name="cloudAccountId"
        label="Cloud account"
        extra={
          accounts.length === 0 ? (
            <>
              There is none yet: <Link to="/cloud-accounts">add one</Link> first.
            </>
          ) : (
            'The bucket is made there, strangers may read it, and the pages are uploaded in the background.'
          )
        }
      >
        <Select placeholder="Choose" options={options} />
      </Form.Item>
    </FormDialog>
  );
}
