package dev.assay.analysis.explanation;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A limit that can be moved alone. Its name is that of the variant in which it was. */
public enum Hypothesis {
    /** Acknowledgements wait for syncs of disks. */
    SYNC("waiting for syncs"),
    /** Acknowledgements wait for other nodes. */
    REPLICATION("waiting for other nodes"),
    /** Clients wait for batches to fill. */
    LINGER("waiting for batches to fill"),
    /** What shares a partition is done one after the other. */
    PARTITIONS("too few partitions"),
    /** Consumers are behind. */
    CONSUMERS("too few consumers"),
    /** Sending waits for acknowledgements. */
    IN_FLIGHT("the in-flight limit"),
    /** Servers wait for processors. Where they have all that there are, it is made tighter instead, which shows no cause. */
    PROCESSORS("the servers' processors");

    private final String meaning;

    Hypothesis(String meaning) {
        this.meaning = meaning;
    }

    /** The limit as a phrase, such as {@code waiting for syncs}. */
    public String meaning() {
        return meaning;
    }

    /** The statistics of a sustained load that it can be seen in, the one that decides first. */
    List<String> statistics() {
        return this == CONSUMERS
                ? List.of("end-to-end.p50", "end-to-end.p99")
                : List.of("response.p50", "response.p99");
    }

    /** The name in scenarios, options and folders, such as {@code in-flight}. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The one of that name. */
    public static Optional<Hypothesis> ofTag(String tag) {
        return Arrays.stream(values())
                .filter(hypothesis -> hypothesis.tag().equals(tag))
                .findFirst();
    }
}
