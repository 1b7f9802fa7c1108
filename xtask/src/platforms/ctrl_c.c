/* Presses Ctrl+C in the console of its caller. It ignores the interrupt itself. */
#include <windows.h>

int main(void) {
    SetConsoleCtrlHandler(NULL, TRUE);
    if (!GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0)) {
        return 1;
    }
    Sleep(200);
    return 0;
}
