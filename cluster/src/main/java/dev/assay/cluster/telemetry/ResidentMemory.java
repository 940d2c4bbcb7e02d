package dev.assay.cluster.telemetry;

import java.util.OptionalLong;

/** How much of this machine's memory a process holds at this moment. */
public final class ResidentMemory {
    private ResidentMemory() {}

    /** In bytes; none when the process is gone or the kernel does not tell. */
    public static OptionalLong bytes(long pid) {
        ProcessCounters counters = ProcessCounters.read(pid);
        return counters == null ? OptionalLong.empty() : OptionalLong.of(counters.residentBytes());
    }
}
