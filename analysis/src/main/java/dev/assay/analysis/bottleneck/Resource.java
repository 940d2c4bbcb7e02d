package dev.assay.analysis.bottleneck;

import java.util.Locale;

/** Names what can be at its limit; causes stand before their effects. */
public enum Resource {
    DISK,
    PROCESSOR,
    NETWORK,
    /** Stands for limits that servers impose on clients, by a quota or an alarm. */
    THROTTLING,
    HARNESS,
    /** Stands for buffers that fill whenever the system takes less than it is offered, whatever the cause. */
    CLIENT_BUFFERS;

    /** Returns the name in files and texts, such as {@code client-buffers}. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
