import { QueryClientProvider } from '@tanstack/react-query';
import { App as AntApp, Button, ConfigProvider } from 'antd';
import { useLayoutEffect } from 'react';
import { RouterProvider } from 'react-router/dom';
import { themeMode } from '#web/lib/local-memory.ts';
import { setNoticeApi } from '#web/lib/notices.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useValue } from '#web/lib/value-store.ts';
import { worded } from '#web/ui/worded.tsx';
import { router } from './router.tsx';
import { themeOf, wearTheme } from './theme.ts';
import './app.css';

/** The whole web application. */
export function App() {
  const mode = useValue(themeMode);
  useLayoutEffect(() => wearTheme(mode), [mode]);
  return (
    <ConfigProvider theme={themeOf(mode)}>
      <AntApp component={false} message={{ maxCount: 5 }} notification={{ placement: 'bottomRight', maxCount: 3 }}>
        <NoticeBridge />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>
  );
}

/** Lets code outside components show messages in the present theme. */
function NoticeBridge() {
  const { message, notification, modal } = AntApp.useApp();
  useLayoutEffect(() => {
    setNoticeApi({
      toast: (kind, text, seconds, key) =>
        void message.open({
          type: kind,
          content: typeof text === 'string' ? worded(text) : text,
          duration: seconds,
          ...(key === undefined ? {} : { key }),
        }),
      notify: (kind, title, description, seconds) =>
        notification.open({ type: kind, title, description: worded(description), duration: seconds }),
      confirm: (question) => {
        const { other } = question;
        const asked = modal.confirm({
          title: question.title,
          content: question.content,
          okText: question.okText,
          cancelText: question.cancelText ?? 'Cancel',
          okButtonProps: { danger: question.danger ?? false },
          focusable: { autoFocusButton: question.dropsTyped ? 'cancel' : 'ok' },
          maskClosable: true,
          // Without motion: the next key belongs to what was asked about, not to a question that is still leaving.
          transitionName: '',
          maskTransitionName: '',
          onOk: question.onOk,
          onCancel: () => question.onCancel?.(),
          afterClose: () => question.afterClose?.(),
          ...(other
            ? {
                // Three answers stand in one row.
                width: 560,
                footer: (buttons) => (
                  <div className="question-answers">
                    <Button
                      onClick={() => {
                        asked.destroy();
                        other.onClick();
                      }}
                    >
                      {other.text}
                    </Button>
                    {buttons}
                  </div>
                ),
              }
            : {}),
        });
        // Waited for, it keeps a failure of `onOk` to itself: who asked has told it.
        void asked.then(
          () => undefined,
          () => undefined,
        );
      },
    });
  }, [message, notification, modal]);
  return null;
}
