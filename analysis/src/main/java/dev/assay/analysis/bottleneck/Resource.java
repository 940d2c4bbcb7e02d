package dev.assay.analysis.bottleneck;

import java.util.Locale;

/** What can be at its limit; causes before what they bring about. */
public enum Resource {
    DISK,
    /** Of a machine, or of a node. */
    PROCESSOR,
    NETWORK,
    /** What servers let clients send: a quota, or an alarm of theirs. */
    THROTTLING,
    /** The workers themselves. */
    HARNESS,
    /** They fill whenever the system takes less than it is offered, whatever the cause. */
    CLIENT_BUFFERS;

    /** The name in files and texts, such as {@code client-buffers}. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
