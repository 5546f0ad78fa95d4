import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { labelOfSpinner, type OfferedSpinner, type SpinnerService } from '#domain/contract/options/spinner.ts';
import { pageContainer } from '#web/ui/page-container.ts';
import { texts } from './texts.ts';

interface SpinMenuProps {
  spinners: OfferedSpinner[];
  isDisabled: boolean;
  onChoose: (service: SpinnerService) => void;
}

/** The services that spin, the one of the options first; one that lacks something says what (D-CONT-15). */
export function SpinMenu({ spinners, isDisabled, onChoose }: SpinMenuProps) {
  const items = spinners.map(({ service, lacks }) => ({
    key: service,
    disabled: lacks !== null,
    label: (
      <>
        {labelOfSpinner(service)}
        {lacks !== null && <div className="spin-lack">{lacks}</div>}
      </>
    ),
    onClick: () => onChoose(service),
  }));
  return (
    <Dropdown trigger={['click']} disabled={isDisabled} menu={{ items }} getPopupContainer={pageContainer}>
      <Button>
        {texts.spin} <DownOutlined aria-hidden />
      </Button>
    </Dropdown>
  );
}
