package dev.assay.cluster.telemetry;

import java.util.OptionalLong;

public final class ResidentMemory {
    private ResidentMemory() {}

    /**
     * Returns the bytes of this machine's memory that a process holds; empty when the process is gone or the kernel does not report them.
     */
    public static OptionalLong bytes(long pid) {
        ProcessCounters counters = ProcessCounters.read(pid);
        return counters == null ? OptionalLong.empty() : OptionalLong.of(counters.residentBytes());
    }
}
