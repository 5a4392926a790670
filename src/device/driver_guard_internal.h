#pragma once

namespace tucana::device {

/// Drivers of OpenCL bring a compiler and threads of their own, and some do not report what they lack: PoCL crashes on
/// a small stack, aborts or hangs without memory, and waits for ever in a forked process, where its threads do not
/// exist. These throw DeviceError, saying what to change, before it comes to that.

/// Before a driver is opened: the memory that limits (ulimit -v, -d) leave, and the stacks that its threads will get.
void check_room_for_driver();
/// Before a driver is called: the stack of the calling thread, and that the process is the one that opened the driver.
void check_caller_of_driver();

/// From now on forked processes are known; called when a driver is opened.
void watch_for_forks();
/// True in a process that was forked after a driver had been opened.
bool is_forked_from_driver();

}  // namespace tucana::device
