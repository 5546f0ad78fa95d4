import { Form, Input, Select } from 'antd';
import { creatableModules, type Module, moduleLabels } from '#domain/contract/modules.ts';
import { createProject } from '#domain/contract/projects/projects.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { nounTexts } from '../campaign/texts.ts';

const words = nounTexts.project;
const newProject = createProject.body.pick({ module: true, name: true });

interface NewProjectDialogProps {
  open: boolean;
  onCreate: (module: Module, name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Type and name of a new project. */
export function NewProjectDialog({ open, onCreate, onClose }: NewProjectDialogProps) {
  return (
    <FormDialog
      open={open}
      title="Add New Project"
      okText="Create"
      schema={newProject}
      initial={{ name: '' }}
      done={words.created}
      failed={words.createFailed}
      onSubmit={({ module, name }) => onCreate(module, name)}
      onClose={onClose}
    >
      <Form.Item name="module" label="Type">
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="What the project does"
          options={creatableModules.map((module) => ({ value: module, label: moduleLabels[module] }))}
        />
      </Form.Item>
      <Form.Item name="name" label="Name">
        <Input maxLength={255} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
