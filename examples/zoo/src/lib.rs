//! The example provider: animals in a zoo.
