//! A drop-in for the well-known local provider: files on this machine.
